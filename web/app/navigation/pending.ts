/** What a shopper asked for and whose files are still coming; the progress bar shows that it is (app-shell.tsx). */
import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const notify of listeners) notify();
}

/** Until what is given has come, or is known to be lost. */
export async function pending<T>(files: Promise<T>): Promise<T> {
  change(1);
  try {
    return await files;
  } finally {
    change(-1);
  }
}

export function usePending(): boolean {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => count > 0,
    () => false,
  );
}
