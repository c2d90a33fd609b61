/**
 * Where a URL that came with a request may redirect to: a path of this site and nothing else. The one
 * place that decides it, for pages, calls and pictures. rules/security#same-site-redirects
 */

const here = "http://shop";

/**
 * The path, query and fragment of a URL as a browser will resolve it, or `otherwise`. The *resolved* URL is validated:
 * dot segments are resolved, tabs removed and backslashes become slashes, so `/..//evil.example` shows its second slash
 * only afterwards.
 */
export function sameSitePath(address: unknown, otherwise: string): string {
  if (typeof address !== "string" || !/^\/(?![/\\])/.test(address) || !URL.canParse(address, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(address, here);
  const path = pathname + search + hash;
  return origin === here && isOwnPath(path) ? path : otherwise;
}

/**
 * True for the Origin of our own pages: that of PUBLIC_URL, `own`. The request's Host proves nothing: DNS
 * rebinding points a name that an attacker owns at the shop. Over plain http, where the shop is only tried out, hosts that
 * cannot be rebound are accepted too: an IP address, localhost, a name of the local network. Decision 0267.
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
