/**
 * Restricts the developer's pages (the simulated bank, the outbox) to this machine. The address 127.0.0.1 is not enough: behind
 * a tunnel or a proxy all clients have it, and any page open in the developer's browser can send a form there.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { rejectCrossSiteWrites } from "../platform/response-headers.ts";

/** Headers a proxy adds about its client. With any of them the client is on another machine. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/** The connection is from a loopback address, through no proxy, and the Host is of this machine, which no web page can claim. */
export function isSameMachine({ socket, headers }: Pick<FastifyRequest, "socket" | "headers">): boolean {
  const address = socket.remoteAddress ?? "";
  const isLoopback = address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
  return (
    isLoopback &&
    PROXY_HEADERS.every((name) => headers[name] === undefined) &&
    /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? "")
  );
}

/** Answers 404 to other machines at the paths of `pages`, and refuses writes from pages of other sites. */
export function forSameMachineOnly(pages: FastifyInstance): void {
  pages.addHook("onRequest", async (request, reply) => {
    if (!isSameMachine(request)) return reply.code(404).send();
    rejectCrossSiteWrites(request, { public_url: "http://localhost" }); // any port of this machine
  });
}
