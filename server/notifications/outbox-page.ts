/**
 * /dev/outbox: what the development transport holds, newest first, for callers on the same machine only and only where
 * DEV_SIMULATORS is on. `/dev/outbox.json?to=…` is the same for a test. No call of the API ever returns a code.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forSameMachineOnly } from "../http/same-machine.ts";
import { demoOf } from "../kernel/config.ts";
import type { Ctx } from "../kernel/context.ts";
import { demoStaff, demoStaffPassword } from "../staff/demo.ts";
import { laidOut } from "./outbox.ts";

export const OUTBOX_PATH = "/dev/outbox";

export function serveOutbox(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (pages) => {
    forSameMachineOnly(pages);
    pages.get(OUTBOX_PATH, async (request, reply) =>
      reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header("content-security-policy", policy)
        .send(await page(ctxOf(request))),
    );
    pages.get(`${OUTBOX_PATH}.json`, async (request, reply) => {
      const { to } = request.query as { to?: unknown };
      const messages = await laidOut(ctxOf(request), typeof to === "string" ? to : undefined);
      return reply.type("application/json").header("cache-control", "no-store").send({ data: messages });
    });
    pages.get(`${OUTBOX_PATH}.css`, async (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  });
}

const policy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const escaped = (value: string): string => value.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function page(ctx: Ctx): Promise<string> {
  const messages = await laidOut(ctx);
  const rows = messages.map(
    ({ at, channel, recipient, text }) =>
      `<tr><td><time>${at.toISOString().slice(0, 19).replace("T", " ")}</time></td><td>${escaped(channel)}</td><td>${escaped(recipient)}</td><td>${escaped(text)}</td></tr>`,
  );
  const staff = demoOf(ctx.config).staff === null ? [] : await demoStaff(ctx.sql, ctx.config, ctx.now);
  const people = staff.map(
    ({ email, roles, secret, code }) =>
      `<tr><td>${escaped(email)}</td><td>${escaped(roles)}</td><td>${code}</td><td>${secret}</td></tr>`,
  );
  const office = `<h2>Staff of the demo</h2><p>Password of all: ${escaped(demoStaffPassword(ctx.config))}. A code counts once, for half a minute; reload for the next.</p>
<table><thead><tr><th>E-mail</th><th>Roles</th><th>Code now</th><th>Secret for an app</th></tr></thead><tbody>${people.join("")}</tbody></table>`;
  const table = `<table><thead><tr><th>At (UTC)</th><th>Way</th><th>To</th><th>Message</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${OUTBOX_PATH}.css"></head><body><main>
<h1>Outbox</h1><p>Messages of the last day that nobody carries. Reload after asking for a code.</p>
${rows.length > 0 ? table : "<p>Nothing yet.</p>"}${people.length > 0 ? office : ""}</main></body></html>`;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1rem;color:#1c1d1a;background:#f6f5f2}
table{border-collapse:collapse;width:100%;background:#fff}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #e2e0da;vertical-align:top}`;
