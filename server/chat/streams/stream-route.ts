/**
 * Event streams of the chat: of one's own conversation, and of the inbox for staff, by bearer or, on the office's own pages, by
 * its cookie. rules/chat#delivery
 */

import type { PassThrough } from "node:stream";
import { ShopError } from "contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../../calls/limits.ts";
import type { Ctx } from "../../kernel/context.ts";
import { maintenance } from "../../platform/settings.ts";
import { ownConversation } from "../conversation-row.ts";
import type { ChatStreams } from "./stream.ts";

/** ASSUMED(0394): a reader that comes back after every lost connection stays far below. */
const limit = { times: 600, seconds: 3600, per: "session" } as const;
/** The office's cookies are sent to its own pages alone. */
const OFFICE_PATH = "/quan-tri/-/chat-events";
const STAFF_COOKIE = /(?:^|;\s*)(?:__Secure-)?staff=([\w.-]{8,2000})/;

type Contexts = {
  ctxOf: (request: FastifyRequest) => Ctx;
  staffCtxOf: (request: FastifyRequest, token: string) => Ctx;
};

export function serveChatStreams(app: FastifyInstance, streams: ChatStreams, { ctxOf, staffCtxOf }: Contexts): void {
  app.get("/v1/client/chat/:id/events", async (request, reply) => {
    const ctx = ctxOf(request);
    if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
    const { id } = request.params as { id: string };
    const session = await ctx.session();
    if (!session) throw new ShopError("not_found");
    const row = await ownConversation(ctx, id);
    await takeLimit(ctx, "chat.events", limit);
    return send(request, reply, streams.openFor(ctx, row, session.id, afterOf(request)));
  });
  const staffEvents = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const ctx = staffCtxOf(request, token);
    const staff = await ctx.staff();
    if (!staff) throw new ShopError("unauthenticated");
    if (staff.must_set_factor) throw new ShopError("factor_pending");
    if (!staff.permissions.includes("chat:answer")) throw new ShopError("forbidden");
    return send(request, reply, streams.openForStaff(staff.account_id, token));
  };
  app.get("/v1/staff/chats/events", (request, reply) =>
    staffEvents(request, reply, /^Bearer ([\w.-]{8,2000})$/i.exec(request.headers.authorization ?? "")?.[1] ?? ""),
  );
  app.get(OFFICE_PATH, (request, reply) =>
    staffEvents(request, reply, STAFF_COOKIE.exec(request.headers.cookie ?? "")?.[1] ?? ""),
  );
  // Streams never end by themselves, so closing the server would wait for them.
  app.addHook("preClose", () => streams.close());
}

/** The last number the reader has: its browser sends it after a cut; `after` is what the page has. */
function afterOf({ headers, query }: FastifyRequest): number {
  const { after } = query as { after?: unknown };
  const given = headers["last-event-id"] ?? after;
  return typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

function send(request: FastifyRequest, reply: FastifyReply, out: PassThrough): FastifyReply {
  request.raw.on("close", () => out.destroy());
  reply.type("text/event-stream; charset=utf-8");
  // A proxy that buffers lines would delay messages.
  reply.header("cache-control", "no-store").header("x-accel-buffering", "no");
  // An ended stream closes its connection: kept alive it would hold up a process that closes.
  reply.header("connection", "close");
  return reply.send(out);
}
