import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../../hydration/lazy.tsx";

const Panel = lazyPart(() => import("./chat-panel.tsx").then(({ ChatPanel }) => ChatPanel));

/** The button of the chat is a link; here a click opens the panel instead. Nothing of the chat is loaded before. */
export function ChatLauncher() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target as Element).closest("[data-chat]")) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener("click", onClick, true);
    return () => removeEventListener("click", onClick, true);
  }, []);
  if (!isOpen) return null;
  const close = () => {
    setOpen(false);
    document.querySelector<HTMLElement>("[data-chat]")?.focus();
  };
  return (
    <Suspense>
      <Panel onClose={close} />
    </Suspense>
  );
}
