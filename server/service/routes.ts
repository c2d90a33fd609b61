/** Pictures of service. */
import type { RouteContext } from "../http/route-context.ts";
import { serveServicePictures } from "./pictures/picture-route.ts";

export function mountServiceRoutes({ app, sessionCtx }: RouteContext): void {
  serveServicePictures(app, sessionCtx);
}
