/** What the server answers beside the calls of the contract: health, the description of the calls, pictures, files, ipns. */
import type { FastifyInstance } from "fastify";
import { serveApi } from "./api/routes.ts";
import { mountChatRoutes } from "./chat/routes.ts";
import { serveAppQr } from "./http/app-qr.ts";
import { type RouteContext, type RouteOptions, routeContext } from "./http/route-context.ts";
import { mountIdentityRoutes } from "./identity/routes.ts";
import { mountImages } from "./images/routes.ts";
import { mountNotificationsRoutes } from "./notifications/routes.ts";
import { mountOrdersRoutes } from "./orders/routes.ts";
import { mountPartnersRoutes } from "./partners/routes.ts";
import { mountPaymentsRoutes } from "./payments/routes.ts";
import { mountPrivacyRoutes } from "./privacy/routes.ts";
import { mountRecruitmentRoutes } from "./recruitment/routes.ts";
import { mountReviewsRoutes } from "./reviews/routes.ts";
import { mountServiceRoutes } from "./service/routes.ts";
import { mountWarrantyRoutes } from "./warranty/routes.ts";

const mounts: readonly ((context: RouteContext) => void)[] = [
  ({ app, health }) => health.mount(app),
  serveApi,
  mountImages,
  serveAppQr,
  mountIdentityRoutes,
  mountNotificationsRoutes,
  mountPaymentsRoutes,
  mountOrdersRoutes,
  mountPrivacyRoutes,
  mountRecruitmentRoutes,
  mountPartnersRoutes,
  mountReviewsRoutes,
  mountChatRoutes,
  mountWarrantyRoutes,
  mountServiceRoutes,
];

export function mountRoutes(app: FastifyInstance, options: RouteOptions): void {
  const context = routeContext(app, options);
  for (const mount of mounts) mount(context);
}
