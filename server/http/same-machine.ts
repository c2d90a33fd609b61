/**
 * Pages for the developer at this very machine: the simulated bank, the outbox. One rule for all of them, because a shop
 * behind a tunnel or a proxy also sees its callers come from 127.0.0.1, and any page open in the developer's browser can
 * send a form there.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";

/** What a proxy says of whom it speaks for. Any of them means that the caller sits elsewhere. */
const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** By the connection's own IP address, through no proxy, and by a host name of this machine, which no web page has. */
export function isSameMachine({ socket, headers }: Pick<FastifyRequest, "socket" | "headers">): boolean {
  const address = socket.remoteAddress ?? "";
  const isLoopback = address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
  return (
    isLoopback &&
    forwarding.every((name) => headers[name] === undefined) &&
    /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? "")
  );
}

/** All other callers get 404 at the paths of `pages`; writes come from a page of the shop or from no browser. */
export function forSameMachineOnly(pages: FastifyInstance): void {
  pages.addHook("onRequest", async (request, reply) => {
    if (!isSameMachine(request)) return reply.code(404).send();
    rejectCrossSiteWrites(request, { public_url: "http://localhost" }); // of this machine by whichever port
  });
}
