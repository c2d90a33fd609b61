/**
 * Signed, HttpOnly cookies with an expiry, for state that must not be in
 * a URL: a phone, a proof, the return path. rules/site#sessions
 */
import type { TokenPurpose } from "contract/identity/token-purposes.ts";
import { notesContext, type RouteContext, signedTokensContext } from "../context.ts";

export function signedCookie(plainName: TokenPurpose, seconds: number) {
  const nameOf = (secure: boolean): string => (secure ? `__Host-${plainName}` : plainName);
  const write = (context: RouteContext, value: string, age: number): void => {
    const { secure } = context.get(signedTokensContext);
    const guard = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? "; Secure" : ""}`;
    context.get(notesContext).cookies.push(`${nameOf(secure)}=${value}; ${guard}`);
  };
  return {
    async keep(context: RouteContext, text: string): Promise<void> {
      write(context, await context.get(signedTokensContext).sign(plainName, text, seconds), seconds);
    },
    /** Null for a missing, foreign or expired cookie. */
    async read(context: RouteContext): Promise<string | null> {
      const { verify, secure, cookie } = context.get(signedTokensContext);
      const kept = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([\\w.-]+)`).exec(cookie ?? "")?.[1];
      return kept ? verify(plainName, kept) : null;
    },
    forget(context: RouteContext): void {
      write(context, "", 0);
    },
  };
}
