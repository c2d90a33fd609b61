/**
 * Fetches something from the public internet, and from nowhere else: a URL written into a file must not reach
 * the shop's own network. Every name is looked up, every address of it must be public, and the connection goes to exactly
 * the address that was checked; redirects are checked the same way. Bounded in bytes, time and redirects. Kernel.
 * rules/security#fetching. OWASP "Server-side request forgery prevention".
 */
import { lookup as lookUp } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

export type PublicFetch = {
  max_bytes: number;
  timeout_ms: number;
  /** Answers every address of a name; the system's by default. */
  resolve?: (name: string) => Promise<string[]>;
  /** Says which addresses may be reached; public ones by default. */
  isAllowed?: (address: string) => boolean;
  /** Where to knock; the protocol's own port by default. */
  port?: number;
};

/** Its message is a reason a person understands. */
export class NotFetched extends Error {}

const MAX_REDIRECTS = 3;

const reserved = new BlockList();
// IANA special-purpose registries, read 2026-11-21.
for (const [network, bits] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
  ] as const),
  ...([
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.31.196.0", 24],
    ["192.52.193.0", 24],
  ] as const),
  ...([
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["192.175.48.0", 24],
    ["198.18.0.0", 15],
  ] as const),
  ...([
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
] as const) {
  reserved.addSubnet(network, bits, "ipv4");
}
const reachable6 = new BlockList();
reachable6.addSubnet("2000::", 3, "ipv6"); // all that is given out; tunnels and examples within it are not reachable
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  reserved.addSubnet(network, bits, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4");
    case 6:
      return reachable6.check(address, "ipv6") && !reserved.check(address, "ipv6");
    default:
      return false;
  }
}

/** Throws NotFetched. */
export async function fetchPublic(address: string, limits: PublicFetch): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeout_ms);
  let target = parsed(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await get(target, limits, signal);
    if ("bytes" in answer) return answer.bytes;
    target = parsed(answer.location, target);
  }
  throw new NotFetched(`is redirected more than ${MAX_REDIRECTS} times`);
}

function parsed(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new NotFetched("is not an address");
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NotFetched("is neither http nor https");
  if (url.username !== "" || url.password !== "") throw new NotFetched("carries a password");
  if (url.port !== "") throw new NotFetched("names a port of its own");
  return url;
}

async function validated(url: URL, limits: PublicFetch): Promise<string> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const resolve = limits.resolve ?? systemAddresses;
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new NotFetched("leads to a name that cannot be resolved");
  const isAllowed = limits.isAllowed ?? isPublicAddress;
  if (!addresses.every(isAllowed)) throw new NotFetched("leads into a network that is not public");
  return first;
}

async function systemAddresses(name: string): Promise<string[]> {
  return (await lookUp(name, { all: true })).map(({ address }) => address);
}

type Answer = { bytes: Buffer } | { location: string };

async function get(url: URL, limits: PublicFetch, signal: AbortSignal): Promise<Answer> {
  const address = await validated(url, limits);
  const family = isIP(address);
  // The connection goes to the address that was checked, whatever the name resolves to by now.
  const lookup: LookupFunction = (_name, options, done) => {
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(url, {
    ...(limits.port === undefined ? {} : { port: limits.port }),
    lookup,
    signal,
    agent: false,
    headers: { accept: "image/*", "user-agent": "mutosi-shop" },
  });
  asked.on("error", (error) =>
    reject(error instanceof NotFetched ? error : new NotFetched(signal.aborted ? "takes too long" : "does not answer")),
  );
  asked.on("response", (response) => {
    const status = response.statusCode ?? 0;
    const refuse = (why: string) => {
      reject(new NotFetched(why));
      asked.destroy();
    };
    if (status >= 300 && status < 400 && response.headers.location) {
      resolve({ location: response.headers.location });
      return response.destroy();
    }
    if (status !== 200) return refuse(`answers ${status}`);
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > limits.max_bytes) return refuse(`has more than ${limits.max_bytes} bytes`);
      parts.push(part);
    });
    response.on("end", () => resolve({ bytes: Buffer.concat(parts) }));
    response.on("error", (error) => reject(error instanceof NotFetched ? error : new NotFetched("breaks off")));
  });
  asked.end();
  return promise;
}
