/** What the program is configured with, and why it refuses to start. It simulates: near anything real it stops. */
import { isLocal } from "./http.ts";
import type { Vendor } from "./vendor.ts";

export type Keys = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type Settings = {
  seed: string;
  /** Virtual seconds a second; 0: the clock moves by `advance` alone. */
  speed: number;
  /** The shop's time. */
  now: () => number;
  /** Where notifications go, unless a request or `ipn_urls` names another place. */
  shop_url: string;
  /** How a browser reaches the pages; empty: at the program itself. */
  pages_url: string;
  ipn_urls: Readonly<Record<string, string>>;
  keys: Keys;
  portal: Keys;
  reply_timeout_ms: number | undefined;
};

/** Nothing was started. Its message lists every reason. */
export class SandboxRefusal extends Error {
  override readonly name = "SandboxRefusal";
}

/** Test keys begin so: what does not may be a real one. */
const TEST_KEY = /^SANDBOX/;
const IS_SECRET = /KEY|SECRET|TOKEN|PASSWORD|HASH|TMN|PARTNER/;

/** Throws SandboxRefusal. `env` is what the shop would be configured with too. */
export function refuseNearTheReal(env: NodeJS.ProcessEnv, settings: Settings, vendors: readonly Vendor[]): void {
  const { shop_url, pages_url, ipn_urls, keys } = settings;
  const ours: [string, string][] = [
    ["shop_url", shop_url],
    ["pages_url", pages_url],
    ...Object.entries(ipn_urls).map(([sender, url]): [string, string] => [`ipn_urls.${sender}`, url]),
  ];
  const reasons = [
    ...(env.NODE_ENV === "production" ? ["NODE_ENV is production"] : []),
    ...publicUrl(env.PUBLIC_URL ?? ""),
    ...ours.flatMap(([name, url]) => strangeUrl(name, url)),
    ...vendors.flatMap((vendor) => [
      ...Object.entries(env).flatMap(([name, value = ""]) => realVariable(vendor, name, value)),
      ...Object.entries(keys[vendor.name] ?? {})
        .filter(([name, value]) => value !== vendor.keys[name] && !TEST_KEY.test(value))
        .map(([name]) => `the key ${name} of ${vendor.name} does not begin with SANDBOX, so it may be a real one`),
    ]),
  ];
  if (reasons.length === 0) return;
  const list = [...new Set(reasons)].map((reason) => `  - ${reason}`).join("\n");
  throw new SandboxRefusal(`The sandbox gateway only simulates payments and does not start here:\n${list}`);
}

function realVariable(vendor: Vendor, name: string, value: string): string[] {
  if (value === "" || !vendor.variables.some((prefix) => name.startsWith(prefix))) return [];
  if (vendor.real_hosts.some((host) => namesHost(value, host)))
    return [`${name} names a host of the real ${vendor.title}`];
  const isTestKey = TEST_KEY.test(value) || Object.values(vendor.keys).includes(value);
  return IS_SECRET.test(name) && !isTestKey ? [`${name} may be a real key of ${vendor.title}`] : [];
}

function namesHost(value: string, host: string): boolean {
  const text = value.toLowerCase();
  return new RegExp(`(^|[^a-z0-9-])${host.replaceAll(".", "\\.")}($|[^a-z0-9.-])`).test(text);
}

function publicUrl(text: string): string[] {
  if (text === "" || !URL.canParse(text)) return [];
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" && !isLocal(hostname)
    ? ["PUBLIC_URL is https and outside this machine and the local network: that is a shop for real customers"]
    : [];
}

export function strangeUrl(name: string, text: string): string[] {
  if (text === "") return [];
  if (!URL.canParse(text)) return [`${name} is no URL`];
  return isLocal(new URL(text).hostname) ? [] : [`${name} is outside this machine and the local network`];
}
