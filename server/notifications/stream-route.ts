/** The notification stream of an account: `GET /v1/client/notifies/stream`, for the session that asks. */
import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";
import { maintenance } from "../platform/settings.ts";
import type { Streams } from "./stream.ts";

/** ASSUMED(0150): a browser that comes back after every lost line stays far below. */
const limit = { times: 240, seconds: 3600, per: "session" } as const;

export function serveNotifyStream(
  app: FastifyInstance,
  streams: Streams,
  ctxOf: (request: FastifyRequest) => Ctx,
): void {
  app.get("/v1/client/notifies/stream", async (request, reply) => {
    const ctx = ctxOf(request);
    if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
    const session = await ctx.session();
    if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
    if (session.pending_password) throw new ShopError("password_pending");
    await takeLimit(ctx, "notifications.stream", limit);
    const { customer_id, active_role } = session;
    const out = await streams.open(ctx, { customer_id, session_id: session.id, active_role });
    request.raw.on("close", () => out.destroy());
    reply.type("text/event-stream; charset=utf-8");
    // A proxy that buffers lines would delay notifications.
    reply.header("cache-control", "no-store").header("x-accel-buffering", "no");
    // An ended stream closes its connection: kept alive it would hold up a process that closes.
    reply.header("connection", "close");
    return reply.send(out);
  });
  // Streams never end by themselves, so closing the server would wait for them.
  app.addHook("preClose", () => streams.close());
}
