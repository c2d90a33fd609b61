/**
 * A note of ours that a browser carries for us, signed and out of its scripts' reach, until it lapses. What does not fit
 * into an address: a person's phone, a proof, the way back. Facts: reliability 3.9.
 */
import type { TokenPurpose } from "contract/identity/token-purposes.ts";
import type { RouterContextProvider } from "react-router";
import { notesContext, signedTokensContext } from "../context.ts";

type Reach = Readonly<RouterContextProvider>;

export function signedCookie(plain_name: TokenPurpose, seconds: number) {
  const nameOf = (secure: boolean): string => (secure ? `__Host-${plain_name}` : plain_name);
  const write = (context: Reach, value: string, age: number): void => {
    const { secure } = context.get(signedTokensContext);
    const guard = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? "; Secure" : ""}`;
    context.get(notesContext).cookies.push(`${nameOf(secure)}=${value}; ${guard}`);
  };
  return {
    keep(context: Reach, text: string): void {
      write(context, context.get(signedTokensContext).sign(plain_name, text, seconds), seconds);
    },
    /** Null for what is not there, is not ours, or has lapsed. */
    read(context: Reach): string | null {
      const { verify, secure, cookie } = context.get(signedTokensContext);
      const kept = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([\\w.-]+)`).exec(cookie ?? "")?.[1];
      return kept ? verify(plain_name, kept) : null;
    },
    forget(context: Reach): void {
      write(context, "", 0);
    },
  };
}
