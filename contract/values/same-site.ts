/**
 * Where a URL that came with a request may redirect to: a path of this site and nothing else. The one
 * place that decides it, for pages, calls and pictures. rules/security#same-site-redirects
 */

const here = "http://shop";

/**
 * The path, query and fragment of an address as a browser will read them, or `otherwise`. What is validated is the
 * *result*: dot segments fold, tabs vanish and backslashes turn, so `/..//evil.example` only shows its second slash
 * afterwards.
 */
export function sameSitePath(address: unknown, otherwise: string): string {
  if (typeof address !== "string" || !/^\/(?![/\\])/.test(address) || !URL.canParse(address, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(address, here);
  const path = pathname + search + hash;
  return origin === here && isOwnPath(path) ? path : otherwise;
}

/**
 * True for the Origin of our own pages: that of PUBLIC_URL, `own`. The request's Host proves nothing, because a name that
 * an attacker owns can be made to lead to the shop. While the shop is tried out by plain http, the hosts that no such name
 * can be count too: an IP address, this machine, a name of the local network. Decision 0267.
 */
export function isOwnOrigin(origin: string | null | undefined, host: string | null | undefined, own: string): boolean {
  if (!origin) return false;
  const { origin: publicOrigin, protocol } = new URL(own);
  if (origin === publicOrigin) return true;
  return protocol === "http:" && origin === `http://${host}` && isLocalHost(host ?? "");
}

/** No one can register a name without a dot, one below `.local` or `.localhost`, or a number. */
function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
  if (/^\[[0-9a-f:.]+\]$/.test(name) || /^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return true;
  return /^[a-z0-9-]+$/.test(name) || /^([a-z0-9-]+\.)+(local|localhost)$/.test(name);
}

const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
