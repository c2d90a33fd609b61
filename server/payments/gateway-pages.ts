/**
 * /dev/gateway: the sandbox gateway's pages, passed on so that a phone can pay, only where DEV_SIMULATORS is on and the gateway
 * runs. Exactly the paths it names; its control stays on this machine. sandbox/README.md
 */
import type { FastifyInstance } from "fastify";
import type { Config } from "../kernel/config.ts";

const PREFIX = "/dev/gateway";
const TIMEOUT_MS = 10_000;
const BODY_BYTES = 64 * 1024;
/** What goes back to the browser; everything else of the answer stays here. */
const PASSED = ["location", "content-type", "content-security-policy", "x-simulated"];

export function mountGatewayPages(app: FastifyInstance, { env, dev_simulators }: Config): void {
  const origin = gatewayAt(env.SANDBOX_URL);
  const paths = new Set((env.SANDBOX_PAGES ?? "").split(" ").filter((path) => /^\/[\w./-]+$/.test(path)));
  if (!dev_simulators || origin === undefined || paths.size === 0) return;
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    pages.route({
      method: ["GET", "POST"],
      url: `${PREFIX}/*`,
      // The gateway says itself where its pages may be framed; the shop's own header would forbid it everywhere.
      onSend: (_request, reply, payload, done) => {
        reply.removeHeader("x-frame-options");
        done(null, payload);
      },
      handler: async (request, reply) => {
        const target = request.url.slice(PREFIX.length);
        if (!paths.has(target.split("?")[0] ?? "")) return reply.code(404).send();
        const type = request.headers["content-type"];
        const answer = await fetch(`${origin}${target}`, {
          method: request.method,
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { "x-forwarded-for": request.ip, ...(type && { "content-type": type }) },
          ...(Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
        });
        for (const name of PASSED) {
          const value = answer.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        reply.header("cache-control", "no-store");
        return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}

/** On this machine alone. */
function gatewayAt(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, hostname, origin } = new URL(text);
  return protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname) ? origin : undefined;
}
