/** The unread count of the bell on a hydrated page. Set by resources/visitor.ts and notification-stream.ts. */
import { useSyncExternalStore } from "react";

let unread = 0;
const listeners = new Set<() => void>();

export function setUnread(count: number): void {
  if (count === unread) return;
  unread = count;
  for (const notify of listeners) notify();
}

export function subscribeUnread(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Undefined during hydration, so that it equals what the server sent. */
export function useUnread(): number {
  return useSyncExternalStore(
    subscribeUnread,
    () => unread,
    () => 0,
  );
}
