/**
 * What this device stores: recently viewed products, products to compare, the ward to deliver to. It stays here;
 * the shop only gets requests for cards. rules/privacy
 */
import { useSyncExternalStore } from "react";

export type StoredValue<Value> = {
  /** Empty during hydration, so that it equals what the server sent. */
  use(): Value;
  read(): Value;
  write(value: Value): void;
};

/** `check` turns whatever is stored under `key` into a value; anyone may have written there. */
export function storedValue<Value>(key: string, empty: Value, check: (stored: unknown) => Value): StoredValue<Value> {
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let value = empty;

  function read(): Value {
    const stored = storedText(key);
    if (stored === text) return value;
    text = stored;
    value = stored === null ? empty : parsed(stored, check, empty);
    return value;
  }
  function subscribe(notify: () => void): () => void {
    const follow = (event: StorageEvent) => (event.key === key || event.key === null) && notify();
    listeners.add(notify);
    window.addEventListener("storage", follow);
    return () => {
      listeners.delete(notify);
      window.removeEventListener("storage", follow);
    };
  }
  return {
    read,
    use: () => useSyncExternalStore(subscribe, read, () => empty),
    write(next) {
      store(key, JSON.stringify(next));
      for (const notify of listeners) notify();
    },
  };
}

function parsed<Value>(text: string, check: (stored: unknown) => Value, empty: Value): Value {
  try {
    return check(JSON.parse(text));
  } catch {
    return empty; // cut off or not ours: as if nothing were there
  }
}

/** Null also where the visitor's settings forbid storage. */
function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // full, or forbidden: the page works without
  }
}
