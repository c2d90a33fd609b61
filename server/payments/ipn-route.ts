/** The route of ipns: the raw bytes are stored as they came, no session, no cookies, through maintenance too. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Ctx } from "../kernel/context.ts";
import { receiveBankIpn } from "./ipn.ts";

const NOTICE_BYTES = 32 * 1024;

export function mountIpn(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (notices) => {
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser("*", { parseAs: "string", bodyLimit: NOTICE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    notices.post("/v1/payments/bank-transfer/ipn", async (request, reply) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
      );
      const body = typeof request.body === "string" ? request.body : "";
      const answer = await receiveBankIpn(ctxOf(request), { headers, body });
      return reply.code(answer.status).type(answer.content_type).send(answer.body);
    });
  });
}
