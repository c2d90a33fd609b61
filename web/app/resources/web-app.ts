import { localeTags } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { cachePage, requestContext } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/web-app";

/** What a device shows of the shop once it is installed. https://www.w3.org/TR/appmanifest, read 2026-11-23 */
export function loader({ context }: Route.LoaderArgs) {
  const { locale, shop_name: name } = context.get(requestContext);
  cachePage(context, { tags: [] }); // every page is dropped when a setting changes
  const { common, content } = messagesOf(locale);
  const paths = pathsIn(locale);
  const png = (src: string, side: number) => ({ src, sizes: `${side}x${side}`, type: "image/png" });
  const manifest = {
    id: "/",
    name: content.manifest_name({ shop: name }),
    short_name: name,
    lang: localeTags[locale].slice(0, 2),
    dir: "ltr",
    start_url: paths.home(),
    scope: "/",
    display: "standalone",
    theme_color: "#125c50",
    background_color: "#f6f5f2",
    categories: ["shopping"],
    icons: [
      png("/icon-192.png", 192),
      png("/icon-512.png", 512),
      { ...png("/icon-maskable-512.png", 512), purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
    shortcuts: [
      { name: content.products, url: paths.products() },
      { name: common.cart, url: paths.cart() },
      { name: common.order_lookup, url: paths.orderLookup() },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
}
