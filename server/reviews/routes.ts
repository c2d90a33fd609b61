/** Pictures of ratings. */
import type { RouteContext } from "../http/route-context.ts";
import { serveCommentPictures } from "./picture-route.ts";

export function mountReviewsRoutes({ app, sessionCtx }: RouteContext): void {
  serveCommentPictures(app, sessionCtx);
}
