/** The code of the member card as a square, for the member's own session: `/qr/member.svg`. */
import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Ctx } from "../../kernel/context.ts";
import { qrSvg } from "../../platform/qr.ts";

export function serveMemberQr(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.get("/qr/member.svg", async (request, reply) => {
    const ctx = ctxOf(request);
    const session = await ctx.session();
    if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
    const { code } = await ctx.sql
      .selectFrom("identity.customers")
      .select("code")
      .where("id", "=", session.customer_id)
      .executeTakeFirstOrThrow();
    reply.type("image/svg+xml").header("cache-control", "private, no-store");
    return reply.send(await qrSvg(`MEMBER:${code}`));
  });
}
