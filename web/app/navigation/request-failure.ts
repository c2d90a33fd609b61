/**
 * The last request without a response: the page shows one notice for it (app-shell.tsx), with a button to try again. docs/decisions/0231
 */
import { useSyncExternalStore } from "react";

/** `offline`: the request was not sent. `outcome_unknown`: it may have arrived, but there was no response. `failed`: the shop responded with an error. */
export type FailureReason = "offline" | "outcome_unknown" | "failed";

/** Thrown instead of a response of the shop. */
export class NoResponse extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause?: unknown) {
    super(`No response (${reason})`, { cause });
    this.reason = reason;
  }
}

export type RequestFailure = {
  reason: FailureReason;
  /** The request was to change something, not only to read. */
  writes: boolean;
  retry: () => void;
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
