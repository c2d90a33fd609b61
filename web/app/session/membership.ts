/**
 * The visitor, as the hydrated page knows them: fetched after hydration, again after each sign-in or sign-out, and heard
 * from other tabs. Pages themselves are the same for everyone. Spec §4 Auth status; docs/decisions/0250-…
 */
import { localeOfPath } from "contract/values/locale.ts";
import { useCallback, useEffect, useRef } from "react";
import { useFetcher, useLocation, useNavigation } from "react-router";
import { usePaths } from "../i18n.tsx";
import type { loader } from "../resources/visitor.ts";
import { cartCount, isMember } from "../visitor.ts";
import { isMembersPath } from "./members-path.ts";
import { forgetMember, hasStoredSession, keepMember, onOtherTab } from "./storage.ts";

const shared = "visitor";
const ASKS_AGAIN_MS = 10 * 60_000; // before the bearer's 15 minutes are over: rules/identity

/** For components that show something of the visitor. */
export function useVisitor() {
  return useFetcher<typeof loader>({ key: shared }).data;
}

/** Requests the visitor again: what the page shows may be out of date. */
export function useAskVisitor(): () => void {
  const paths = usePaths();
  const { load } = useFetcher<typeof loader>({ key: shared });
  return useCallback(() => load(paths.visitor()), [load, paths]);
}

/** Once a page, beside everything (root.tsx). */
export function useMembership(): void {
  const paths = usePaths();
  const { key } = useLocation();
  const { state } = useNavigation();
  const { load, data } = useFetcher<typeof loader>({ key: shared });
  const known = useRef<boolean | undefined>(undefined);

  // What this device stores may be out of date: the visitor is requested where anything is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed the visitor in or out
  useEffect(() => {
    if (state !== "idle") return;
    const now = isMember();
    const asks = known.current === undefined ? now || cartCount() > 0 || hasStoredSession() : known.current !== now;
    known.current = now;
    if (asks) load(paths.visitor());
    document.documentElement.toggleAttribute("data-member", now);
  }, [key, state]);

  useEffect(() => {
    const timer = setInterval(() => isMember() && !document.hidden && load(paths.visitor()), ASKS_AGAIN_MS);
    return () => clearInterval(timer);
  }, [load, paths]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is looked at once
  useEffect(() => {
    if (!data) return;
    keepMember(data);
    const wasMember = known.current;
    known.current = data.status === "success";
    document.documentElement.toggleAttribute("data-member", known.current);
    // Cached pages are the same for everyone, so redirects that must come first are made here.
    if (data.account_status === "pending_password" && !isAt(paths.changePassword(), paths.signOut())) {
      location.assign(paths.changePassword());
    }
    // Signed out from elsewhere: a page of the account is requested again, which redirects as for an ended session.
    // A pending request may bring the next session: it is not aborted.
    if (wasMember && !known.current && isMembersPage() && !IS_SENDING && state === "idle") location.reload();
  }, [data, paths]);

  useEffect(noteSending, []);

  useEffect(() => onOtherTab((isSignedIn) => follow(isSignedIn, () => load(paths.visitor()), paths)), [load, paths]);
}

function isAt(...addresses: string[]): boolean {
  return addresses.includes(location.pathname);
}

/** A form is being submitted as a document: its response navigates, and must not be aborted by another tab's sign-in. */
let IS_SENDING = false;

function noteSending(): () => void {
  // At the window, after every handler of the page: a form that a script sends was held by one of them.
  const onSubmit = ({ defaultPrevented }: SubmitEvent) => {
    if (!defaultPrevented) IS_SENDING = true;
  };
  const onReturn = () => {
    IS_SENDING = false;
  };
  window.addEventListener("submit", onSubmit);
  window.addEventListener("pageshow", onReturn);
  return () => {
    window.removeEventListener("submit", onSubmit);
    window.removeEventListener("pageshow", onReturn);
  };
}

const isMembersPage = (): boolean => isMembersPath(localeOfPath(location.pathname).path);

/** Leaves a page of the account, or one for guests only; any other page only learns who is signed in now. Spec §4. */
function follow(isSignedIn: boolean, ask: () => void, paths: ReturnType<typeof usePaths>): void {
  const { path } = localeOfPath(location.pathname);
  if (!isSignedIn) forgetMember();
  if (IS_SENDING) return;
  if (!isSignedIn && isMembersPage()) location.assign(paths.home());
  else if (isSignedIn && /^\/(?:login|register|quen-mat-khau)(?:\/|$)/.test(path)) location.reload();
  else ask();
}
