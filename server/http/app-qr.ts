/** The QR code that leads from a wide screen to the shop on a phone: `/qr/app/{language}`. Spec §2 "app-download block". */
import type { LayoutData } from "contract/content/content.ts";
import { ShopError } from "contract/errors.ts";
import { isLocale } from "contract/values/locale.ts";
import { handle } from "../calls/handle.ts";
import { qrSvg } from "../platform/qr.ts";
import type { RouteContext } from "./route-context.ts";

const DAY_S = 24 * 60 * 60;

export function serveAppQr({ app, handlers, anonymousCtx }: RouteContext): void {
  app.get("/qr/app/:locale", async (request, reply) => {
    const { locale } = request.params as { locale: string };
    if (!isLocale(locale)) throw new ShopError("not_found");
    const layoutData = (await handle(handlers, "content.chrome", anonymousCtx(request), {
      lang: locale,
    })) as LayoutData;
    if (!layoutData.app) throw new ShopError("not_found");
    reply.type("image/svg+xml").header("cache-control", `public, max-age=${DAY_S}`);
    return reply.send(await qrSvg(layoutData.app.link));
  });
}
