/** Files of warranty, and the code that leads to a certificate. */
import { ShopError } from "contract/errors.ts";
import type { RouteContext } from "../http/route-context.ts";
import { qrSvg } from "../platform/qr.ts";
import { receiveInvoices } from "./invoices/invoice-route.ts";

export function mountWarrantyRoutes({ app, config, sessionCtx }: RouteContext): void {
  receiveInvoices(app, sessionCtx);
  /** Of the address alone: it says nothing about what stands there. */
  app.get("/qr/warranty/:id", async (request, reply) => {
    const { id } = request.params as { id: string };
    if (!/^[\w-]{22}$/.test(id)) throw new ShopError("not_found");
    reply.type("image/svg+xml").header("cache-control", "private, no-store");
    return reply.send(await qrSvg(`${config.public_url}/bao-hanh/${id}`));
  });
}
