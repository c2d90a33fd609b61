import { describe, expect, test } from "vitest";
import { readObject } from "../core/values/json.ts";
import { openTestShop, type TestShop } from "../testing/test-shop.ts";
import { askJson, statusOf, texts, vectorsIn } from "../testing/test-vectors.ts";
import zalopayVectors from "../vectors/zalopay.json" with { type: "json" };
import { dayOf } from "./calls.ts";
import { stateOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import * as signature from "./signature.ts";

describe("the vectors", () => {
  const { play, allPlayed } = vectorsIn(zalopayVectors);
  const textOf = (scheme: string, fields: Record<string, string>, key1: string) => {
    if (scheme === "zalopay.create") return signature.createText(fields);
    if (scheme === "zalopay.query") return signature.queryText(fields, key1);
    return scheme === "zalopay.refund" ? signature.refundText(fields) : signature.refundQueryText(fields);
  };
  play("sign", "signed as the vendor signs it", ({ scheme, input, expected }) => {
    const text = textOf(scheme, { ...texts(input.fields), app_id: String(input.app_id) }, String(input.key1));
    expect(text).toBe(expected.canonical);
    expect(signature.macOf(text, String(input.key1))).toBe(expected.signature);
  });
  play("verify", "told from a forgery", ({ scheme, input, expected }) => {
    const isReturn = scheme === "zalopay.redirect";
    const { data, mac, checksum, ...query } = texts(isReturn ? input.query : input.body);
    const text = isReturn ? signature.redirectText(query) : (data ?? "");
    expect(signature.isMacOf(text, mac ?? checksum, String(input.key2))).toBe(expected.valid);
    if (expected.canonical !== undefined) expect(text).toBe(expected.canonical);
  });
  play("map_status", "the vendor's own state", ({ input, expected }) => {
    const code = input.return_code === 2 ? input.sub_return_code : input.return_code;
    expect(statusOf(stateOf(String(code)))).toBe(expected.status);
  });
  play("time", "the day in Việt Nam", ({ input, expected }) => {
    expect(dayOf(Number(input.epoch_ms))).toBe(expected.text);
  });
  play("amount_wire", "đồng", ({ input, expected }) => expect(input.amount_vnd).toBe(expected.wire));
  allPlayed();
});

const REF = "DH2611210001-1";
const TRANS_ID = `261121_${REF}`;
type Changes = Readonly<Record<string, string>>;

function ask({ sandbox, wall }: TestShop, path: "create" | "query" | "refund" | "query_refund", changes: Changes = {}) {
  const time = String(wall.now);
  const own = { create: CREATE, query: QUERY, refund: REFUND, query_refund: REFUND_QUERY }[path];
  const fields: Record<string, string> = { ...own(time), app_id: keys.app_id, ...changes };
  const text = {
    create: signature.createText(fields),
    query: signature.queryText(fields, keys.key1),
    refund: signature.refundText(fields),
    query_refund: signature.refundQueryText(fields),
  }[path];
  return askJson(`${sandbox.url}/zalopay/v2/${path}`, { mac: signature.macOf(text, keys.key1), ...fields });
}
const CREATE = (time: string) => ({
  app_user: "shop",
  app_trans_id: TRANS_ID,
  app_time: time,
  amount: "1806000",
  item: "[]",
  embed_data: '{"redirecturl":"http://127.0.0.1/tro-ve"}',
  description: "Thanh toan",
  callback_url: "http://127.0.0.1:1/v1/payments/zalopay/ipn",
  expire_duration_seconds: "900",
});
const QUERY = () => ({ app_trans_id: TRANS_ID });
const REFUND = (timestamp: string) => ({
  m_refund_id: `261121_${keys.app_id}_1`,
  zp_trans_id: "",
  amount: "1000000",
  timestamp,
  description: "Hoan tien",
});
const REFUND_QUERY = (timestamp: string) => ({ m_refund_id: `261121_${keys.app_id}_1`, timestamp });

async function paid(): Promise<{ shop: TestShop; txn: string; return_url: string }> {
  const shop = await openTestShop();
  await ask(shop, "create", { callback_url: `${shop.url}/v1/payments/zalopay/ipn` });
  const { return_url } = await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(0);
  return { shop, txn: shop.sandbox.ledger().payments[0]?.txn ?? "", return_url: return_url ?? "" };
}

describe("create", () => {
  test.each<[string, number, Changes]>([
    ["another application", -401, { app_id: "1" }],
    ["a reference of yesterday", -401, { app_trans_id: `261120_${REF}` }],
    ["a time 16 minutes ago", -401, { app_time: String(1_795_228_200_000 - 960_000) }],
    ["a page of less than 5 minutes", -401, { expire_duration_seconds: "299" }],
    ["no amount", -401, { amount: "0" }],
    ["a wrong mac", -402, { mac: "0".repeat(64) }],
  ])("refuses %s", async (_title, sub, changes) => {
    const shop = await openTestShop();
    expect(await ask(shop, "create", changes)).toMatchObject({ return_code: 2, sub_return_code: sub });
    expect(shop.sandbox.ledger().payments).toEqual([]);
  });

  test("answers a page, and −68 to the same reference again", async () => {
    const shop = await openTestShop();
    expect(await ask(shop, "create")).toMatchObject({
      return_code: 1,
      order_url: expect.stringContaining("/openinapp"),
    });
    expect(await ask(shop, "create")).toMatchObject({ return_code: 2, sub_return_code: -68 });
  });
});

describe("a payment", () => {
  test("that succeeds is told by a signed callback with every digit, the return and the query", async () => {
    const { shop, txn, return_url } = await paid();
    const [callback] = shop.to("zalopay");
    const { data = "", mac } = texts(callback?.json);
    expect(signature.isMacOf(data, mac, keys.key2)).toBe(true);
    expect(txn).toMatch(/^[1-9]\d{16}$/);
    expect(data).toContain(`"zp_trans_id":${txn}`);
    expect(readObject(data)).toMatchObject({ app_trans_id: TRANS_ID, amount: 1_806_000 });
    expect(Object.fromEntries(new URL(return_url).searchParams)).toMatchObject({ apptransid: TRANS_ID, status: "1" });
    expect(await ask(shop, "query")).toMatchObject({ return_code: 1, amount: 1_806_000 });
  });

  test.each([
    ["insufficient_funds", -63],
    ["cancel", -329],
    ["expire", -322],
  ])("that ends by %s is told by nobody: the query alone says %i", async (outcome, sub) => {
    const shop = await openTestShop();
    await ask(shop, "create");
    expect(await ask(shop, "query")).toMatchObject({ return_code: 3 });
    await shop.sandbox.pay(REF, { outcome });
    await shop.sandbox.advance(3600);
    expect(shop.received).toEqual([]);
    expect(await ask(shop, "query")).toMatchObject({ return_code: 2, sub_return_code: sub });
  });

  test("nobody created is −101", async () => {
    expect(await ask(await openTestShop(), "query")).toMatchObject({ return_code: 2, sub_return_code: -101 });
  });

  test("is called back three times as long as the reply is neither 1 nor 2", async () => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 200, body: '{"return_code":0}' }));
    await ask(shop, "create", { callback_url: `${shop.url}/v1/payments/zalopay/ipn` });
    await shop.sandbox.pay(REF, {});
    await shop.sandbox.advance(86_400);
    expect(shop.to("zalopay")).toHaveLength(3);
  });
});

describe("a refund", () => {
  test("is pending, then done; the same id again, too much and another day are refused", async () => {
    const { shop, txn } = await paid();
    expect(await ask(shop, "refund", { zp_trans_id: txn })).toMatchObject({ return_code: 3 });
    expect(await ask(shop, "query_refund")).toMatchObject({ return_code: 3 });
    await shop.sandbox.advance(60);
    expect(await ask(shop, "query_refund")).toMatchObject({ return_code: 1 });
    expect(await ask(shop, "refund", { zp_trans_id: txn })).toMatchObject({ sub_return_code: -68 });
    const next = { zp_trans_id: txn, m_refund_id: `261121_${keys.app_id}_2` };
    expect(await ask(shop, "refund", { ...next, amount: "806001" })).toMatchObject({ return_code: 2 });
    const yesterday = `261120_${keys.app_id}_3`;
    expect(await ask(shop, "refund", { ...next, m_refund_id: yesterday })).toMatchObject({ sub_return_code: -401 });
    expect(shop.sandbox.ledger().totals.zalopay).toEqual({ captured: 1_806_000, refunded: 1_000_000 });
  });
});
