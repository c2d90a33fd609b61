/**
 * The cookies the server sets and reads: the session, and the device an account has signed in on. Scripts see neither.
 * `__Host-` and Secure where PUBLIC_URL is https. rules/security#cookies
 */
import type { Config } from "../kernel/config.ts";
import type { RequestContext } from "./request-context.ts";

const SESSION_DAYS = 60; // rules/security#cookies
const DEVICE_DAYS = 400; // the most browsers allow

type Reached = Pick<Config, "public_url">;
const isSecure = ({ public_url }: Reached): boolean => public_url.startsWith("https:");
const nameOf = (plainName: string, config: Reached): string => (isSecure(config) ? `__Host-${plainName}` : plainName);

const none: string[] = [];

/** The Set-Cookie lines of this response. */
export function cookiesOf({ newToken, isOver, newDevice }: RequestContext, config: Reached): string[] {
  const [token, device] = [newToken(), newDevice()];
  if (!token && !device && !isOver()) return none;
  return [
    ...(token ? [cookie("session_id", token, SESSION_DAYS, config)] : []),
    ...(isOver() ? [cookie("session_id", "", 0, config)] : []),
    ...(device ? [cookie("device", device, DEVICE_DAYS, config)] : []),
  ];
}

const patterns = new Map<string, RegExp>();

/**
 * One of our cookies. Where the shop is reached by https, only the `__Host-` one is ours: a neighbouring domain can set
 * the plain name, and would choose in whose session its visitors write.
 */
export function cookieIn(header: string | undefined, plainName: string, config: Reached): string | undefined {
  if (!header) return undefined;
  const name = nameOf(plainName, config);
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,4096})(?:;|$)`);
  patterns.set(name, pattern);
  return pattern.exec(header)?.[1];
}

/** The values a Cookie header carries for us. */
export function tokensIn(
  header: string | undefined,
  config: Reached,
): { session: string | undefined; device: string | null } {
  const token = (name: string) => {
    const value = cookieIn(header, name, config);
    return value !== undefined && /^[\w-]{8,200}$/.test(value) ? value : undefined;
  };
  return { session: token("session_id"), device: token("device") ?? null };
}

function cookie(name: string, value: string, days: number, config: Reached): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}${isSecure(config) ? "; Secure" : ""}`;
  return `${nameOf(name, config)}=${value}; ${flags}`;
}
