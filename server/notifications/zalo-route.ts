/**
 * Where Zalo reports that a message has arrived: signed, answered at once. A forged receipt changes nothing and is
 * recorded.
 */
import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { mayRememberForged } from "../calls/limits.ts";
import { noteDelivered } from "../identity/signing-in/otp-delivery.ts";
import type { Ctx } from "../kernel/context.ts";
import { noteSecurity } from "../security/security-events.ts";
import { readZaloReceipt, zaloRef } from "./carriers/zalo.ts";

const NOTICE_BYTES = 32 * 1024;

export function mountZalo(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (notices) => {
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser("*", { parseAs: "string", bodyLimit: NOTICE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    notices.post("/v1/notifications/zalo/ipn", async (request, reply) => {
      const ctx = ctxOf(request);
      const { zalo } = ctx.config;
      const signature = request.headers["x-zevent-signature"];
      const body = typeof request.body === "string" ? request.body : "";
      if (!zalo) throw new ShopError("not_found");
      const notice = readZaloReceipt(zalo, body, typeof signature === "string" ? signature : "");
      if (!notice) {
        if (await mayRememberForged(ctx, "zalo")) await noteSecurity(ctx, "notice_forged", { from: "zalo" });
        return reply.code(401).send({ error: 1 });
      }
      if (notice.delivered !== null) await noteDelivered(ctx, zaloRef(notice.delivered));
      return reply.send({ error: 0 });
    });
  });
}
