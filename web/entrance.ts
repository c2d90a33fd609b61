/** What is settled before a page is thought of: one spelling of every address, no files, no writes from elsewhere. */

/** The one spelling of an address: no empty or dot segments, no slash at the end. The query stays untouched. */
export function straightened(url: string): string {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!/\/\/|.\/$|\/\.|%2e|\\/i.test(path)) return url;
  const joined = `/${path
    .split(/[/\\]+/)
    .filter(Boolean)
    .join("/")}`;
  const straight = new URL(joined, "http://shop").pathname.replace(/(?<=.)\/+$/, "");
  return mark < 0 ? straight : straight + url.slice(mark);
}

/** True where an address names a file rather than a page: `/wp-login.php`, `/old-logo.png?v=2`. */
export function namesFile(url: string): boolean {
  return /^[^?]*\.(?!html\b|data\b)[a-z0-9]{1,11}(?:\?|$)/i.test(url);
}

/** True for a write that another site's page causes. Readings "The wire": the request's own host, or Sec-Fetch-Site. */
export function foreignWrite(request: Request): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const from = request.headers.get("sec-fetch-site");
  if (from === "same-origin" || from === "none") return false;
  const origin = request.headers.get("origin");
  if (from === null && origin === null) return false;
  return !(origin && URL.canParse(origin) && new URL(origin).host === request.headers.get("host"));
}
