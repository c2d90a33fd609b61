import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "../../hydration/lazy.tsx";
import { usePaths } from "../../i18n.tsx";

const Panel = lazyPart(() => import("./chat-panel.tsx").then(({ ChatPanel }) => ChatPanel));

/** The button of the chat is a link; here a click opens the panel instead. Nothing of the chat is loaded before. */
export function ChatLauncher() {
  const [isOpen, setOpen] = useState(false);
  // The page of the chat is the chat.
  const isThere = useLocation().pathname.startsWith(usePaths().chat());
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target as Element).closest("[data-chat]")) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener("click", onClick, true);
    return () => removeEventListener("click", onClick, true);
  }, []);
  useEffect(() => {
    if (isThere) setOpen(false);
  }, [isThere]);
  if (!isOpen || isThere) return null;
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
