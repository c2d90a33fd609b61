/**
 * The visitor's favourites, as the hydrated page knows them: pages are the same for everyone, so favourite buttons are
 * painted from what this device stores, and corrected by the shop's answer. By slug, whichever variant is shown.
 */
import { useSyncExternalStore } from "react";

const key = "favourites";
const most = 200; // server/catalogue/saved/favourites.ts
const none: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

let text: string | null | undefined;
let slugs: ReadonlySet<string> = none;

function read(): ReadonlySet<string> {
  const stored = storedText();
  if (stored === text) return slugs;
  text = stored;
  slugs = new Set(
    (stored ?? "")
      .split(" ")
      .filter((slug) => /^[a-z0-9-]{1,100}$/.test(slug))
      .slice(0, most),
  );
  return slugs;
}

/** Or may have: a button was clicked before hydration, and the shop knows the result (boot.ts). */
export function hasFavourites(): boolean {
  return !!storedText();
}

export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, read, () => none);
}

/** Sets the shop's answer. */
export function setFavourites(all: readonly string[]): void {
  write(all);
}

export function markFavourite(slug: string, favourite: boolean): void {
  const others = [...read()].filter((each) => each !== slug);
  write(favourite ? [slug, ...others] : others);
}

function write(all: readonly string[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, all.slice(0, most).join(" "));
  } catch {
    // full, or forbidden: favourites are then painted after each response of the shop
  }
  for (const notify of listeners) notify();
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

/** Null also where the visitor's settings forbid storage. */
function storedText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
