/**
 * Who is here, as the running page knows it: asked for after activation, again when somebody signs in or out, and heard
 * from other tabs. Pages themselves are the same for everyone. Spec §4 Auth status; docs/decisions/0250-…
 */

import { localeOfPath } from "contract/values/locale.ts";
import { useCallback, useEffect, useRef } from "react";
import { useFetcher, useLocation, useNavigation } from "react-router";
import { usePaths } from "../i18n.tsx";
import type { loader } from "../resources/visitor.ts";
import { cartCount, isMember } from "../visitor.ts";
import { forgetMember, hasStoredSession, keepMember, onOtherTab } from "./storage.ts";

const shared = "visitor";
const asks_again_ms = 10 * 60_000; // before the bearer's 15 minutes are over: readings "People"

/** For whatever shows something of the visitor. */
export function useVisitor() {
  return useFetcher<typeof loader>({ key: shared }).data;
}

/** Asks again who is signed in: what the page showed of it may be over. */
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

  // What this device remembers may be out of date: asked where there is something to be wrong about.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of the router may have signed somebody in or out
  useEffect(() => {
    if (state !== "idle") return;
    const now = isMember();
    const asks = known.current === undefined ? now || cartCount() > 0 || hasStoredSession() : known.current !== now;
    known.current = now;
    if (asks) load(paths.visitor());
    document.documentElement.toggleAttribute("data-member", now);
  }, [key, state]);

  useEffect(() => {
    const timer = setInterval(() => isMember() && !document.hidden && load(paths.visitor()), asks_again_ms);
    return () => clearInterval(timer);
  }, [load, paths]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is looked at once
  useEffect(() => {
    if (!data) return;
    keepMember(data);
    const was_member = known.current;
    known.current = data.status === "success";
    document.documentElement.toggleAttribute("data-member", known.current);
    // Kept pages know nobody, so it is here that they give way to what must come first.
    if (data.account_status === "pending_password" && !isAt(paths.changePassword(), paths.signOut())) {
      location.assign(paths.changePassword());
    }
    // Signed out from elsewhere: a page of the account is asked for again, which leads to where a dead session does.
    // What is under way may bring the next session: it is not cut off.
    if (was_member && !known.current && isMembersPage() && !is_sending && state === "idle") location.reload();
  }, [data, paths]);

  useEffect(noteSending, []);

  useEffect(() => onOtherTab((is_member) => follow(is_member, () => load(paths.visitor()), paths)), [load, paths]);
}

function isAt(...addresses: string[]): boolean {
  return addresses.includes(location.pathname);
}

/** A form is on its way as a document: its answer says where to go, and must not be cut off by what other tabs do. */
let is_sending = false;

function noteSending(): () => void {
  // At the window, after every handler of the page: a form that a script sends was held by one of them.
  const onSubmit = ({ defaultPrevented }: SubmitEvent) => {
    if (!defaultPrevented) is_sending = true;
  };
  const onReturn = () => {
    is_sending = false;
  };
  window.addEventListener("submit", onSubmit);
  window.addEventListener("pageshow", onReturn);
  return () => {
    window.removeEventListener("submit", onSubmit);
    window.removeEventListener("pageshow", onReturn);
  };
}

function isMembersPage(): boolean {
  return /^\/(?:tai-khoan|checkout|thanh-toan)(?:\/|$)/.test(localeOfPath(location.pathname).path);
}

/** A page that was somebody's own, or for guests only, is left; any other only learns who is here now. Spec §4. */
function follow(is_member: boolean, ask: () => void, paths: ReturnType<typeof usePaths>): void {
  const { path } = localeOfPath(location.pathname);
  if (!is_member) forgetMember();
  if (is_sending) return;
  if (!is_member && isMembersPage()) location.assign(paths.home());
  else if (is_member && /^\/(?:login|register|quen-mat-khau)(?:\/|$)/.test(path)) location.reload();
  else ask();
}
