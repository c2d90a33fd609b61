/**
 * Signed tokens the shop gives a client to bring back, a proof of an order for half an hour: JSON Web Tokens (HS256) made and
 * read by jose. Signed, not secret: the cookie that holds one is HttpOnly. The audience is the purpose. Two keys are
 * accepted while the signing key is being changed. docs/decisions/0330-jose-signs-tokens.md
 */
import type { TokenPurpose } from "contract/identity/token-purposes.ts";
import type { SiteTokens } from "contract/site.ts";
import type { Config } from "../kernel/config.ts";
import { readEarlierToken } from "./earlier-tokens.ts";

export type SigningKeys = Pick<Config, "signing_key" | "signing_key_previous">;
type Audience = TokenPurpose | "bearer";

/** The form of a JSON Web Token, signed by us or not. */
export const jwtForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const header = { alg: "HS256" } as const;

export function signedTokens(keys: SigningKeys, now: () => number = Date.now): SiteTokens {
  return {
    /** A token that verifies for the same purpose until `seconds` have passed. */
    sign: (purpose, text, seconds) => signJwt(keys, purpose, text, Math.floor(now() / 1000) + seconds),
    /** Null for a token that is not signed by us, has another purpose or has expired. */
    verify: async (purpose, token) =>
      jwtForm.test(token) ? verifyJwt(keys, purpose, token, now()) : readEarlierToken(keys, purpose, token, now()),
  };
}

/** `until` in seconds since 1970. */
export async function signJwt(keys: SigningKeys, audience: Audience, text: string, until: number): Promise<string> {
  const { SignJWT } = await import("jose"); // not at the start of a process: few requests need it
  const token = new SignJWT({ text }).setProtectedHeader(header).setAudience(audience).setExpirationTime(until);
  return token.sign(secretOf(keys.signing_key));
}

/** What was signed; null for anything but a living token of ours for this audience. `now` in milliseconds. */
export async function verifyJwt(
  keys: SigningKeys,
  audience: Audience,
  token: string,
  now: number,
): Promise<string | null> {
  const { errors, jwtVerify } = await import("jose");
  const expected = { algorithms: [header.alg], audience, requiredClaims: ["exp"], currentDate: new Date(now) };
  for (const key of [keys.signing_key, keys.signing_key_previous]) {
    if (key === undefined) continue;
    try {
      const { payload } = await jwtVerify(token, secretOf(key), expected);
      return typeof payload.text === "string" ? payload.text : null;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue; // the other key may have signed it
      if (error instanceof errors.JOSEError) return null; // expired, for another purpose, or no token
      throw error;
    }
  }
  return null;
}

const secretOf = (key: string): Uint8Array => new TextEncoder().encode(key);
