/** The VietQR of a payment as a picture, by the payment's proof: SVG for the page, PNG to keep and open in a bank's app. */
import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Ctx } from "../kernel/context.ts";
import { qrPng, qrSvg } from "../platform/qr.ts";
import { paymentByProof } from "./view.ts";

export function servePaymentQr(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  const payloadOf = async (request: FastifyRequest): Promise<string> => {
    const { uid_payment } = request.params as { uid_payment: string };
    const { payment } = await paymentByProof(ctxOf(request), uid_payment);
    if (!payment.transfer) throw new ShopError("not_found");
    return payment.transfer.qr_payload;
  };
  app.get("/qr/payment/:uid_payment/link.svg", async (request, reply) => {
    const { uid_payment } = request.params as { uid_payment: string };
    const { payment } = await paymentByProof(ctxOf(request), uid_payment);
    if (!payment.link) throw new ShopError("not_found");
    return reply
      .type("image/svg+xml")
      .header("cache-control", "private, no-store")
      .send(await qrSvg(payment.link.url));
  });
  app.get("/qr/payment/:uid_payment/vietqr.svg", async (request, reply) =>
    reply
      .type("image/svg+xml")
      .header("cache-control", "private, no-store")
      .send(await qrSvg(await payloadOf(request))),
  );
  app.get("/qr/payment/:uid_payment/vietqr.png", async (request, reply) =>
    reply
      .type("image/png")
      .header("cache-control", "private, no-store")
      .send(await qrPng(await payloadOf(request))),
  );
}
