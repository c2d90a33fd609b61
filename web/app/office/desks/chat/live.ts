/** The inbox while it is open: events say what to read again, and who types. Without them the page is as old as its load. */
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { paths } from "../../paths.ts";

const TYPING_SHOWN_MS = 4_000;
/** Several changes at once are one reading. */
const DELAY_MS = 100;

export function useLiveInbox(id: string | null): { isTyping: boolean; isLost: boolean } {
  const { revalidate } = useRevalidator();
  const [typing, setTyping] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let pendingRead: ReturnType<typeof setTimeout> | undefined;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(paths.chatEvents());
    source.addEventListener("open", () => setLost(false));
    source.addEventListener("error", () => setLost(true));
    source.addEventListener("changed", () => {
      clearTimeout(pendingRead);
      pendingRead = setTimeout(() => void revalidate(), DELAY_MS);
    });
    source.addEventListener("typing", ({ data }: MessageEvent<string>) => {
      setTyping((JSON.parse(data) as { id: string }).id);
      clearTimeout(quiet);
      quiet = setTimeout(() => setTyping(null), TYPING_SHOWN_MS);
    });
    return () => {
      source.close();
      clearTimeout(pendingRead);
      clearTimeout(quiet);
    };
  }, [revalidate]);
  return { isTyping: typing !== null && typing === id, isLost };
}

/** 128 random bits: of a message before it is sent. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
