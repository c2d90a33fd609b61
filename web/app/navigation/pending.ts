/** Counts navigations whose module files are loading; the progress bar shows them (app-shell.tsx). */
import { useSyncExternalStore } from "react";

let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const notify of listeners) notify();
}

/** Counts as pending until the promise settles. */
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
