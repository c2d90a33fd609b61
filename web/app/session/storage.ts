/**
 * What the browser stores of a session, under the names of the specification. No value is a credential: `id_token` lasts
 * 15 minutes and counts only beside the HttpOnly cookie, the others are public ids and what the account page shows.
 * Stored is what is true now; nothing stays after a sign-out. `group_code` and `path-cart` have no meaning yet.
 * Spec §3 Client storage keys, Social user; docs/decisions/0250-all-storage-keys-none-opens-anything.md
 */
import type { loader } from "../resources/visitor.ts";

type Session = Awaited<ReturnType<typeof loader>>;

/** Everything the specification names, whether this version writes it or not. */
const keys = [
  ...["id_token", "userid", "session_id", "group_code", "phone", "temp_phone", "social-user", "firebase_token"],
  ...["account_status", "path-cart"],
] as const;
const SESSION_KEYS = ["islogged", "need_change_password"] as const;
const prefixes = ["auth.", "_token.", "_refresh_token."] as const;

/** Writes what the session says; a visitor's leaves its public id alone. True when this device now has another member, or none. */
export function keepMember({ status, user, account_status, id_token, public_id, social_type }: Session): boolean {
  const before = read("userid");
  if (status !== "success" || !user) {
    forgetMember();
    write(localStorage, "session_id", public_id ?? "");
    return before !== null;
  }
  if (before !== null && before !== user.id) forgetMember();
  write(localStorage, "userid", user.id);
  write(localStorage, "session_id", public_id ?? "");
  write(localStorage, "social-user", social_type ? socialUser(user, social_type) : "");
  write(localStorage, "phone", user.phone ?? "");
  write(localStorage, "temp_phone", "");
  write(localStorage, "account_status", account_status ?? "active");
  if (id_token) write(localStorage, "id_token", id_token);
  write(sessionStorage, "islogged", "true");
  write(sessionStorage, "need_change_password", String(account_status === "pending_password"));
  return before !== user.id;
}

/** For whom a Google sign-in opened the session: what the header shows, and the role. No id, no e-mail address, no token. */
function socialUser({ full_name, avatar_url, active_role }: NonNullable<Session["user"]>, social_type: string): string {
  return JSON.stringify({ name: full_name, avatar_url, social_type, type: active_role.toUpperCase() });
}

/** The public id of this browser's push subscription; empty when it is not notified. */
export function storePushId(id: string): void {
  write(localStorage, "firebase_token", id);
}

export function forgetMember(): void {
  try {
    const named = Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    for (const key of [...keys, ...named]) localStorage.removeItem(key);
    for (const key of SESSION_KEYS) sessionStorage.removeItem(key);
  } catch {
    // a browser without storage has nothing to clear
  }
}

/** Notifies when another tab has signed in, out, or as another account. Returns how to stop listening. */
export function onOtherTab(changed: (isMember: boolean) => void): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) => {
    // The same member under another session: a switched role, a changed password.
    const renewed = key === "session_id" && read("userid") !== null && newValue !== null && newValue !== oldValue;
    if (renewed) return changed(true);
    if (key === null || (key === "userid" && newValue !== oldValue)) changed(key !== null && newValue !== null);
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

/** The number that is being proved, until a sign-in. */
export function keepTempPhone(phone: string): void {
  write(localStorage, "temp_phone", phone);
}

/** True where this device stores anything of a session, which may have ended. */
export function hasStoredSession(): boolean {
  return read("userid") !== null || read("session_id") !== null;
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
