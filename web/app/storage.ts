/**
 * What the browser keeps of a member, under the names of the specification. `id_token` opens nothing by itself: it lasts
 * 15 minutes and counts only beside the HttpOnly cookie. Kept is what is true now; nothing stays of somebody who has left.
 * Spec §3 Client storage keys; readings "People"; docs/decisions/0143-what-the-browser-keeps.md
 */
import type { loader } from "./resources/visitor.ts";

type Session = Awaited<ReturnType<typeof loader>>;

/** Everything the specification names, whether this version writes it or not. */
const keys = [
  ...["id_token", "userid", "session_id", "group_code", "phone", "temp_phone", "social-user", "firebase_token"],
  ...["account_status", "path-cart"],
] as const;
const session_keys = ["islogged", "need_change_password"] as const;
const prefixes = ["auth.", "_token.", "_refresh_token."] as const;

/** Writes what the session says; a session of nobody clears. True when this device now has another member, or none. */
export function keepMember({ status, user, account_status, id_token }: Session): boolean {
  const before = read("userid");
  if (status !== "success" || !user) {
    forgetMember();
    return before !== null;
  }
  if (before !== null && before !== user.id) forgetMember();
  write(localStorage, "userid", user.id);
  write(localStorage, "phone", user.phone ?? "");
  write(localStorage, "temp_phone", "");
  write(localStorage, "account_status", account_status ?? "active");
  if (id_token) write(localStorage, "id_token", id_token);
  write(sessionStorage, "islogged", "true");
  write(sessionStorage, "need_change_password", String(account_status === "pending_password"));
  return before !== user.id;
}

export function forgetMember(): void {
  try {
    const named = Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    for (const key of [...keys, ...named]) localStorage.removeItem(key);
    for (const key of session_keys) sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

/** Tells when another tab has signed in, out, or as somebody else. Answers how to stop listening. */
export function onOtherTab(changed: (is_member: boolean) => void): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key === null || (key === "userid" && newValue !== oldValue)) changed(key !== null && newValue !== null);
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

/** The number that is being proved, until somebody is signed in. */
export function keepTempPhone(phone: string): void {
  write(localStorage, "temp_phone", phone);
}

export function keptMember(): string | null {
  return read("userid");
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // private browsing of some browsers: the shop does without
  }
}

function write(storage: Storage, key: string, value: string): void {
  try {
    if (value === "") storage.removeItem(key);
    else if (storage.getItem(key) !== value) storage.setItem(key, value);
  } catch {
    // full, or refused: the shop does without
  }
}
