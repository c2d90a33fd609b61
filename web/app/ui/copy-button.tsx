import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

export type CopyButtonProps = {
  text: string;
  /** "Sao chép"; `what` completes it for screen readers: "số tài khoản". */
  label: string;
  what: string;
  copied: string;
};

/** Copies a text that is also readable beside it, so nothing is lost without scripts (the button is hidden then). */
export function CopyButton({ text, label, what, copied }: CopyButtonProps) {
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2500);
    return () => clearTimeout(timer);
  }, [done]);

  async function copy() {
    setDone((await copyByClipboard(text)) || copyBySelection(text));
  }

  return (
    <>
      <Button
        type="button"
        variant="ghost"
        size="small"
        className="needs-script"
        icon={done ? "check" : "copy"}
        aria-label={`${label} ${what}`}
        data-hydrate=""
        onClick={copy}
      >
        {done ? copied : label}
      </Button>
      <span className="visually-hidden" role="status">
        {done ? `${copied}: ${what}` : ""}
      </span>
    </>
  );
}

async function copyByClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false; // plain http on the local network
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false, // refused by the visitor's settings
  );
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
