import { locales, localisedPath } from "contract/values/locale.ts";
import { listQuery } from "../catalogue/list/list-state.ts";
import { cachePage, requestContext } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/robots";

/** Paths that are of no use to crawlers; those of calls are in server/http/site.ts. */
const VISITORS_ONLY = ["/thanh-toan/", "/-/", "/dang-xuat"];
const calls = ["/v0/", "/v1/", "/client/", "/auth/", "/api/", "/account/", "/session", "/dev/"];

/** Works while the shop is closed, too: crawlers that find no rules stay away longer than the shop does. */
export function loader({ context }: Route.LoaderArgs) {
  cachePage(context, { tags: [] });
  const { public_url } = context.get(requestContext);
  const pages = locales.flatMap((locale) => VISITORS_ONLY.map((path) => localisedPath(path, locale)));
  // ASSUMED(0070): filtered lists are endless; the list without filters has every product.
  const filters = listQuery.filter((name) => name !== "page").map((name) => name.replace("[]", ""));
  const filtered = filters.flatMap((name) => [`/*?${name}`, `/*&${name}`]);
  const lines = [
    "User-agent: *",
    ...[...pages, ...calls, ...filtered].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${public_url}${pathsIn("vi").sitemap()}`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
