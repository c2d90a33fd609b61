/** The purchase slip as a file: for the order's owner, or for who has just shown its code and phone. */
import { normaliseCode } from "contract/values/public-code.ts";
import type { FastifyRequest } from "fastify";
import { cookieIn } from "../http/cookies.ts";
import type { RouteContext } from "../http/route-context.ts";
import type { Ctx } from "../kernel/context.ts";
import { say, setting } from "../platform/settings.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { provenOrder } from "./ownership/proof.ts";
import { slipPdf, slipWords } from "./slip/slip.ts";
import { viewOrder } from "./view.ts";

export function mountOrdersRoutes({ app, sessionCtx }: RouteContext): void {
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
