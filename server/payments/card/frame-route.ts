/**
 * The issuer's own page, which the gateway hands over as HTML that sends a form: a document of ours for a frame, with a policy
 * of its own. The sandbox stands in the header, so that it ends where the issuer's page begins; the document can neither read
 * our cookies nor reach our pages. rules/payments#content-policy
 */

import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Ctx } from "../../kernel/context.ts";
import { providerConfigOf, providerNamed } from "../attempts.ts";

export function serveCardFrames(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.get("/v1/payments/:uid_payment/card-frame", async (request, reply) => {
    const ctx = ctxOf(request);
    const { uid_payment } = request.params as { uid_payment: string };
    const row = await ctx.sql
      .selectFrom("payments.card_steps as s")
      .innerJoin("payments.attempts as a", "a.id", "s.attempt_id")
      .select(["s.frame", "a.provider"])
      .where("a.uid_payment", "=", uid_payment)
      .where("a.state", "=", "pending")
      .where("s.stage", "in", ["initiated", "authenticating", "challenged"])
      .executeTakeFirst();
    if (!row?.frame) throw new ShopError("not_found");
    const { frame: origins = [] } = providerNamed(row.provider)?.origins?.(await providerConfigOf(ctx)) ?? {};
    const own = origins.filter((each) => URL.canParse(each) && new URL(each).origin === each).join(" ");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header(
        "content-security-policy",
        [
          "sandbox allow-forms allow-scripts",
          "default-src 'none'",
          "script-src 'unsafe-inline'",
          "style-src 'unsafe-inline'",
          `form-action https: ${own}`,
          `frame-src https: ${own}`,
          "base-uri 'none'",
          "frame-ancestors 'self'",
        ].join("; "),
      )
      .send(
        `<!doctype html><html><head><meta charset="utf-8"><title>3-D Secure</title></head><body>${row.frame}</body></html>`,
      );
  });
}
