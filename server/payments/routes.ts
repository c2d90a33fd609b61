/** VietQR pictures, the one route of ipns, and in development the simulators of the providers. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RouteContext } from "../http/route-context.ts";
import type { Ctx } from "../kernel/context.ts";
import { serveCardFrames } from "./card/frame-route.ts";
import { mountGatewayPages } from "./gateway-pages.ts";
import { receiveIpn } from "./ipn/ipn.ts";
import { providers } from "./providers/index.ts";
import { servePaymentQr } from "./qr-route.ts";

export function mountPaymentsRoutes({ app, config, anonymousCtx }: RouteContext): void {
  servePaymentQr(app, anonymousCtx);
  serveCardFrames(app, anonymousCtx);
  mountIpn(app, anonymousCtx);
  mountGatewayPages(app, config);
  if (!config.dev_simulators) return;
  for (const { simulator } of providers) simulator?.mount(app, anonymousCtx);
}

const NOTICE_BYTES = 32 * 1024;

/** The bytes go on as they came, without a session or cookies, through maintenance too. Spec §7; rules/payments#ipn */
export function mountIpn(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (notices) => {
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: NOTICE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    notices.route({
      method: ["GET", "POST"],
      url: "/v1/payments/:sender/ipn",
      handler: async (request, reply) => {
        const { sender } = request.params as { sender: string };
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(", ") : value,
          ]),
        );
        const answer = await receiveIpn(ctxOf(request), {
          sender,
          method: request.method === "POST" ? "POST" : "GET",
          url: request.url,
          headers,
          raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        if (answer.body === "") return reply.code(answer.status).send();
        return reply.code(answer.status).type(answer.content_type).send(answer.body);
      },
    });
  });
}
