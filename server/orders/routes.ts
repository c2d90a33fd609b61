/** The purchase slip, for the order's owner or for who has just shown its code and phone, and the sheet of a gift card, as files. */
import { ShopError } from "contract/errors.ts";
import { locales } from "contract/values/locale.ts";
import { normaliseCode } from "contract/values/public-code.ts";
import type { FastifyRequest } from "fastify";
import { cookieIn } from "../http/cookies.ts";
import type { RouteContext } from "../http/route-context.ts";
import type { Ctx } from "../kernel/context.ts";
import { issuedCard } from "../loyalty/gift-cards/cards.ts";
import { say, setting } from "../platform/settings.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { cardSheetPdf } from "./gift-cards/card-sheet.ts";
import { cardWords, codeOfSheet } from "./gift-cards/send-cards.ts";
import { provenOrder } from "./ownership/proof.ts";
import { slipPdf, slipWords } from "./slip/slip.ts";
import { viewOrder } from "./view.ts";

export function mountOrdersRoutes(context: RouteContext): void {
  const { app, sessionCtx } = context;
  mountCardSheet(context);
  app.get("/v1/client/orders/:id/slip", async (request, reply) => {
    const ctx = sessionCtx(request);
    const { id } = request.params as { id: string };
    const code = normaliseCode(id);
    const { order, full } = await provenOrder(ctx, { id: code, order_phone: await shownPhone(ctx, request, code) });
    const { name, legal_name, company_code, address, phone } = await setting(ctx, "shop");
    const shop = { name, legal_name: say(legal_name, "vi"), company_code, address: say(address, "vi"), phone };
    const pdf = await slipPdf(await viewOrder(ctx, order, { full }), shop, ctx.locale, ctx.now);
    return reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${slipWords[ctx.locale].file({ code })}"`)
      .header("cache-control", "private, no-store")
      .send(pdf);
  });
}

/** A gift card to print: for who has the link of its e-mail. Its code is in no other place of the shop. */
function mountCardSheet({ app, sessionCtx }: RouteContext): void {
  app.get("/v1/client/gift-cards/sheet/:token", async (request, reply) => {
    const ctx = sessionCtx(request);
    const { token } = request.params as { token: string };
    const { lang } = request.query as { lang?: string };
    const code = codeOfSheet(ctx, token);
    const card = code === null ? null : await issuedCard(ctx, code);
    if (code === null || card === null) throw new ShopError("not_found");
    const { name } = await setting(ctx, "shop");
    const locale = locales.find((each) => each === lang) ?? ctx.locale;
    return reply
      .type("application/pdf")
      .header("content-disposition", `inline; filename="${cardWords[locale].file}"`)
      .header("cache-control", "private, no-store")
      .header("referrer-policy", "no-referrer")
      .send(await cardSheetPdf({ code, ...card }, name, locale, ctx.now));
  });
}

/**
 * From the header an app sends, or from the signed token the site keeps for half an hour
 * (web/app/session/order-proof.ts).
 */
async function shownPhone(ctx: Ctx, request: FastifyRequest, code: string): Promise<string | undefined> {
  const header = request.headers["x-order-phone"];
  if (typeof header === "string") return header;
  const note = cookieIn(request.headers.cookie, "order", ctx.config);
  const proved = note && (await signedTokens(ctx.config).verify("order", note));
  const [, of, phone] = /^(\S+) (.+)$/.exec(proved || "") ?? [];
  return of && normaliseCode(of) === code ? phone : undefined;
}
