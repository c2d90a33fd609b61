/** Avatars, and the member card's code. */
import type { RouteContext } from "../http/route-context.ts";
import { serveAvatars } from "./accounts/avatar-route.ts";
import { serveMemberQr } from "./accounts/member-qr.ts";

export function mountIdentityRoutes({ app, sessionCtx }: RouteContext): void {
  serveAvatars(app, sessionCtx);
  serveMemberQr(app, sessionCtx);
}
