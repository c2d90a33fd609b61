import { expect, test } from "vitest";
import { isSigned } from "../../momo/signature.ts";
import { askMomo, askVnpay, openTestShop, openVnpay, type Received, type TestShop } from "../../testing/test-shop.ts";
import { isSignedUrl } from "../../vnpay/signature.ts";
import { randomOf } from "../ids.ts";
import { readObject } from "../values/json.ts";

/** The least a shop must do: believe signed messages of the right amount, and ask about the rest in the end. */
type Attempt = { vendor: "vnpay" | "momo"; ref: string; received: number };
const AMOUNT = 1_806_000;
const VNPAY_SECRET = "SANDBOX0VNPAY0HASH0SECRET0000001";
const MOMO_SECRETS = { access_key: "SANDBOXACCESS01", secret_key: "SANDBOX0MOMO0SECRET0KEY000000001" };

test.each(Array.from({ length: 6 }, (_, at) => `run ${at}`))(
  "a shop that asks in the end finds every đồng, whatever the faults: %s",
  async (seed) => {
    const shop = await openTestShop({ seed });
    const random = randomOf(seed);
    const attempts: Attempt[] = [];
    shop.replies((received) => {
      return received.path.endsWith("/vnpay/ipn") ? hearVnpay(attempts, received) : hearMomo(attempts, received);
    });
    shop.sandbox.scenario("random", { seed, faults: 15 });
    for (let at = 0; at < 8; at += 1) {
      const vendor = random() < 0.5 ? "vnpay" : "momo";
      const attempt: Attempt = { vendor, ref: `DH${Math.floor(at / 2)}-${at}`, received: 0 };
      attempts.push(attempt);
      await begin(shop, attempt);
      const outcome = ["pay", "pay", "pay", "cancel", "close", "expire"][Math.floor(random() * 6)] ?? "pay";
      const isOpen = shop.sandbox.ledger().payments.some(({ ref, state }) => ref === attempt.ref && state === "open");
      if (isOpen) await shop.sandbox.pay(attempt.ref, { outcome });
      await shop.sandbox.advance(Math.floor(random() * 400));
    }
    await shop.sandbox.advance(2 * 86_400);
    await shop.sandbox.flush();
    for (const attempt of attempts) attempt.received = await finalAnswer(shop, attempt);
    const books = attempts.map((attempt) => ({ ...attempt, order: attempt.ref }));
    expect(shop.sandbox.reconcile({ schema: 1, attempts: books, orders: [], credits: [] }).problems).toEqual([]);
    for (const { captured } of shop.sandbox.ledger().payments) expect([0, AMOUNT]).toContain(captured);
  },
);

async function begin(shop: TestShop, { vendor, ref }: Attempt): Promise<void> {
  if (vendor === "vnpay") await openVnpay(shop, { vnp_TxnRef: ref });
  else await askMomo("create", "create", shop, { orderId: ref });
}

function hearVnpay(attempts: readonly Attempt[], { query }: Received) {
  const fields = Object.fromEntries(query);
  const answer = (RspCode: string) => ({ status: 200, body: JSON.stringify({ RspCode }) });
  if (!isSignedUrl(fields, VNPAY_SECRET)) return answer("97");
  const attempt = attempts.find(({ vendor, ref }) => vendor === "vnpay" && ref === fields.vnp_TxnRef);
  if (!attempt) return answer("01");
  if (fields.vnp_Amount !== String(AMOUNT * 100)) return answer("04");
  if (attempt.received > 0) return answer("02");
  if (fields.vnp_ResponseCode === "00" && fields.vnp_TransactionStatus === "00") attempt.received = AMOUNT;
  return answer("00");
}

function hearMomo(attempts: readonly Attempt[], { json }: Received) {
  const fields = Object.fromEntries(Object.entries(json ?? {}).map(([name, value]) => [name, String(value)]));
  if (!isSigned("ipn", fields, MOMO_SECRETS)) return { status: 400 };
  const attempt = attempts.find(({ vendor, ref }) => vendor === "momo" && ref === fields.orderId);
  if (attempt && fields.amount === String(AMOUNT) && fields.resultCode === "0") attempt.received = AMOUNT;
  return { status: 204 };
}

/** What the vendor says when it is asked until it decides; money that was heard of is never unheard. */
async function finalAnswer(shop: TestShop, { vendor, ref, received }: Attempt): Promise<number> {
  let said: number | undefined;
  for (let tries = 0; tries < 20 && said === undefined; tries += 1) {
    said = vendor === "vnpay" ? await answerOfVnpay(shop, ref) : await answerOfMomo(shop, ref);
  }
  if (received > 0) expect(said).toBe(received);
  return said ?? 0;
}

/** Nothing while it is pending, and for a 503. */
async function answerOfVnpay(shop: TestShop, ref: string): Promise<number | undefined> {
  const answer = await askVnpay("querydr", shop, { vnp_TxnRef: ref }).catch(() => undefined);
  if (!answer || answer.vnp_TransactionStatus === "01") return undefined;
  return answer.vnp_TransactionStatus === "00" ? Number(answer.vnp_Amount) / 100 : 0;
}

async function answerOfMomo(shop: TestShop, orderId: string): Promise<number | undefined> {
  const body = readObject(await (await askMomo("query", "query", shop, { orderId })).text());
  if (!body || body.resultCode === 1000) return undefined;
  return body.resultCode === 0 ? Number(body.amount) : 0;
}
