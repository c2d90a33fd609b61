/**
 * A shopper's request without a response: one notice for the whole page (app-shell.tsx), with a button
 * to try again. The page stays as it is meanwhile. docs/decisions/0231
 */
import { useSyncExternalStore } from "react";

/** `unsent`: nothing left this device. `unclear`: it may have arrived, its response did not. `failed`: the shop answered that it could not. */
export type Why = "unsent" | "unclear" | "failed";

/** Thrown where an answer of the shop was expected. */
export class NoResponse extends Error {
  readonly why: Why;
  constructor(why: Why, cause?: unknown) {
    super(`No response (${why})`, { cause });
    this.why = why;
  }
}

export type RequestFailure = {
  why: Why;
  /** Something was to be changed or sent, rather than read. */
  writes: boolean;
  again: () => void;
};

let current: RequestFailure | null = null;
const listeners = new Set<() => void>();

export function showFailure(next: RequestFailure | null): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export function useRequestFailure(): RequestFailure | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}

/** Whether the device has a network, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("online", listener);
      addEventListener("offline", listener);
      return () => {
        removeEventListener("online", listener);
        removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
