/** VietQR pictures, ipns of banks, and in development the simulated bank. */
import type { RouteContext } from "../http/route-context.ts";
import { mountIpn } from "./ipn-route.ts";
import { bankSimulator } from "./providers/bank-transfer/simulator.ts";
import { servePaymentQr } from "./qr-route.ts";

export function mountPaymentsRoutes({ app, config, anonymousCtx }: RouteContext): void {
  servePaymentQr(app, anonymousCtx);
  mountIpn(app, anonymousCtx);
  if (config.dev_simulators) bankSimulator(app, anonymousCtx);
}
