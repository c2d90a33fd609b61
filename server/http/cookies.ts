/**
 * The cookies the server sets and reads: the session, and the device an account has signed in on. Scripts can read neither.
 * `__Host-` and Secure where PUBLIC_URL is https. rules/security#cookies
 */
import type { Config } from "../kernel/config.ts";
import type { RequestContext } from "./request-context.ts";

const SESSION_DAYS = 60; // rules/security#cookies
const DEVICE_DAYS = 400; // browsers allow no more

type PublicUrl = Pick<Config, "public_url">;
const isSecure = ({ public_url }: PublicUrl): boolean => public_url.startsWith("https:");
const nameOf = (plainName: string, config: PublicUrl): string => (isSecure(config) ? `__Host-${plainName}` : plainName);

const NO_COOKIES: string[] = [];

/** The Set-Cookie lines of this response. */
export function cookiesOf({ newToken, isOver, newDevice }: RequestContext, config: PublicUrl): string[] {
  const [token, device] = [newToken(), newDevice()];
  if (!token && !device && !isOver()) return NO_COOKIES;
  return [
    ...(token ? [cookieLine("session_id", token, SESSION_DAYS, config)] : []),
    ...(isOver() ? [cookieLine("session_id", "", 0, config)] : []),
    ...(device ? [cookieLine("device", device, DEVICE_DAYS, config)] : []),
  ];
}

const patterns = new Map<string, RegExp>();

/**
 * The value of one of the shop's cookies. Over https only the name with `__Host-` counts: another subdomain can set the plain
 * name, and would choose the session its visitors write to.
 */
export function cookieIn(header: string | undefined, plainName: string, config: PublicUrl): string | undefined {
  if (!header) return undefined;
  const name = nameOf(plainName, config);
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,4096})(?:;|$)`);
  patterns.set(name, pattern);
  return pattern.exec(header)?.[1];
}

/** The session and device tokens in a Cookie header. */
export function tokensIn(
  header: string | undefined,
  config: PublicUrl,
): { session: string | undefined; device: string | null } {
  const token = (name: string) => {
    const value = cookieIn(header, name, config);
    return value !== undefined && /^[\w-]{8,200}$/.test(value) ? value : undefined;
  };
  return { session: token("session_id"), device: token("device") ?? null };
}

/** A Set-Cookie line that no script reads. */
export function cookieLine(name: string, value: string, days: number, config: PublicUrl): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}${isSecure(config) ? "; Secure" : ""}`;
  return `${nameOf(name, config)}=${value}; ${flags}`;
}
