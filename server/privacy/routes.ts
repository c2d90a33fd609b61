/** The download of a requested export: for its owner's session alone, as an attachment. */
import { ShopError } from "contract/errors.ts";
import type { RouteContext } from "../http/route-context.ts";
import { requestedFile } from "./requests.ts";

export function mountPrivacyRoutes({ app, sessionCtx }: RouteContext): void {
  app.get("/v1/client/data-requests/:code/file", async (request, reply) => {
    const ctx = sessionCtx(request);
    const session = await ctx.session();
    if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
    const { code } = request.params as { code: string };
    const bytes = await requestedFile(ctx, session.customer_id, code);
    const name = `personal-data-${ctx.now.toISOString().slice(0, 10)}.zip`;
    reply.type("application/zip").header("content-disposition", `attachment; filename="${name}"`);
    return reply.header("cache-control", "private, no-store").send(Buffer.from(bytes));
  });
}
