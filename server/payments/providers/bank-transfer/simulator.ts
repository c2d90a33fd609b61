/**
 * The bank, for development and tests: lists the transfers shoppers are asked to make and makes one at a click, then
 * notifies the shop as SePay does, by a signed ipn over HTTP. It answers callers on the same machine only, and exists
 * only where DEV_SIMULATORS is on.
 */
import { randomInt } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forSameMachineOnly } from "../../../http/same-machine.ts";
import type { Ctx } from "../../../kernel/context.ts";
import { setting } from "../../../platform/settings.ts";
import type { Message } from "../../provider.ts";
import { sepaySignature } from "./senders/sepay.ts";

export const BANK_PATH = "/dev/bank";
const IPN_PATH = "/v1/payments/sepay/ipn";

type Transfer = { account_number: string; content: string; amount: number; txn?: number };

type SepayMessage = Omit<Message, "headers"> & {
  headers: Record<"content-type" | "x-sepay-timestamp" | "x-sepay-signature", string>;
  body: string;
};

/** What SePay would send for a transfer; `txn` given again repeats an ipn. */
export function sepayIpn(transfer: Transfer, secret: string, now: Date) {
  const txn = transfer.txn ?? randomInt(1, 2 ** 40);
  const local = new Date(now.getTime() + 7 * 3_600_000).toISOString();
  const body = JSON.stringify({
    id: txn,
    gateway: "Vietcombank",
    transactionDate: local.slice(0, 19).replace("T", " "),
    accountNumber: transfer.account_number,
    subAccount: null,
    code: null,
    content: transfer.content,
    transferType: "in",
    description: `BankAPINotify ${transfer.content}`,
    transferAmount: transfer.amount,
    accumulated: 0,
    referenceCode: `FT${txn}`,
  });
  return sepayMessage(body, secret, now);
}

/** Any body as SePay would sign it. */
export function sepayMessage(body: string, secret: string, now: Date): SepayMessage {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = {
    "content-type": "application/json",
    "x-sepay-timestamp": timestamp,
    "x-sepay-signature": sepaySignature(secret, `${timestamp}.${body}`),
  };
  return { sender: "sepay", method: "POST", url: IPN_PATH, headers, raw: Buffer.from(body), body };
}

export function bankSimulator(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (bank) => {
    bank.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    forSameMachineOnly(bank);
    bank.get(BANK_PATH, async (request, reply) => {
      const { said } = request.query as { said?: string };
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", PAGE_POLICY)
        .send(await page(ctxOf(request), said));
    });
    bank.get(`${BANK_PATH}.css`, async (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
    bank.post(BANK_PATH, async (request, reply) => {
      const ctx = ctxOf(request);
      const { content = "", amount = "", times = "1" } = request.body as Record<string, string | undefined>;
      const { account_number } = await setting(ctx, "bank_account");
      const transfer = { account_number, content, amount: Math.trunc(Number(amount)), txn: randomInt(1, 2 ** 40) };
      if (!(transfer.amount > 0) || content === "") return reply.redirect(`${BANK_PATH}?said=invalid`, 303);
      const { port } = app.server.address() as AddressInfo;
      const answers: string[] = [];
      for (let time = 0; time < Math.min(Number(times) || 1, 10); time++) {
        const { method, url, headers, body } = sepayIpn(transfer, ctx.config.sepay_hmac_secret, ctx.now);
        const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method, headers, body });
        answers.push(`${answer.status} ${await answer.text()}`);
      }
      return reply.redirect(`${BANK_PATH}?said=${encodeURIComponent(answers.join(", "))}`, 303);
    });
  });
}

const PAGE_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const text = (value: unknown): string => String(value).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function page(ctx: Ctx, said: string | undefined): Promise<string> {
  const open = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .select(["a.provider_ref as content", "p.amount", "p.received", "p.status"])
    .where("a.provider", "=", "bank-transfer")
    .orderBy("a.id", "desc")
    .limit(24)
    .execute();
  const rows = open.map(
    (each) => `<tr><td><code>${text(each.content)}</code></td><td>${text(each.amount.toLocaleString("en"))} đ</td>
<td>${text(each.received.toLocaleString("en"))} đ</td><td>${text(each.status)}</td><td><form method="post">
<input type="hidden" name="content" value="${text(each.content)}">
<label>Amount <input name="amount" inputmode="numeric" value="${text(Math.max(each.amount - each.received, 1))}"></label>
<label>Notices <select name="times"><option>1</option><option>2</option><option>5</option></select></label>
<button>Transfer</button></form></td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Simulated bank</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${BANK_PATH}.css"></head><body><main>
<h1>Simulated bank</h1><p>Transfers the shop is waiting for. A click books the money and sends the shop SePay's signed notice.</p>
${said === undefined ? "" : `<p role="status">The shop answered: <code>${text(said)}</code></p>`}
${rows.length > 0 ? `<table><thead><tr><th>Content</th><th>Due</th><th>Received</th><th>State</th><th>Pay</th></tr></thead><tbody>${rows.join("")}</tbody></table>` : "<p>No order waits for a transfer.</p>"}
<h2>Another transfer</h2><form method="post"><label>Content <input name="content" required></label>
<label>Amount <input name="amount" inputmode="numeric" required></label> <button>Transfer</button></form></main></body></html>`;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1rem;color:#1c1d1a;background:#f6f5f2}
table{border-collapse:collapse;width:100%;background:#fff}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #e2e0da}
form{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center}input,select,button{font:inherit;padding:.35rem .5rem}button{background:#125c50;color:#fff;border:0;border-radius:6px}`;
