/**
 * The cookies the server sets and reads: the session, and the device somebody has signed in on. Scripts see neither.
 * Readings "Running" (`__Host-` and Secure where PUBLIC_URL is https); facts: reliability 3.9.
 */
import type { Config } from "./config.ts";
import type { Visiting } from "./visit.ts";

const session_days = 60; // facts: reliability 3.9
const device_days = 400; // the most browsers keep

const none: string[] = [];

/** What the caller has to keep, or to forget, after this visit: lines of Set-Cookie. */
export function cookiesOf(
  { newToken, isOver, newDevice }: Visiting,
  { public_url }: Pick<Config, "public_url">,
): string[] {
  const secure = public_url.startsWith("https:");
  const [token, device] = [newToken(), newDevice()];
  if (!token && !device && !isOver()) return none;
  return [
    ...(token ? [cookie("session_id", token, session_days, secure)] : []),
    ...(isOver() ? [cookie("session_id", "", 0, secure)] : []),
    ...(device ? [cookie("device", device, device_days, secure)] : []),
  ];
}

const patternOf = (name: string) => new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=([\\w-]{8,200})(?:;|$)`);
const session_value = patternOf("session_id");
const device_value = patternOf("device");

/** The values a Cookie header carries for us. */
export function tokensIn(header: string | undefined): { session: string | undefined; device: string | null } {
  if (!header) return { session: undefined, device: null };
  return { session: session_value.exec(header)?.[1], device: device_value.exec(header)?.[1] ?? null };
}

function cookie(name: string, value: string, days: number, secure: boolean): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${days * 86_400}${secure ? "; Secure" : ""}`;
  return `${secure ? "__Host-" : ""}${name}=${value}; ${flags}`;
}
