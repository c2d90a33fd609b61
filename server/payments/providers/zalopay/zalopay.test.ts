import { unchecked } from "contract/unchecked.ts";
import { afterAll, describe, expect, test } from "vitest";
import type { Attempt, Message } from "../../provider.ts";
import { conform } from "../conformance.ts";
import { answeringServer } from "../test-server.ts";
import { inEveryZone, texts, vectorsOf } from "../test-vectors.ts";
import { meaningOf } from "./codes.ts";
import { dayOf, isMac, isText, mac, macText } from "./signature.ts";
import { CREATED, zalopayTestKeys } from "./test-keys.ts";
import { readIpn, zalopay } from "./zalopay.ts";

const server = await answeringServer(CREATED);
afterAll(() => server.close());
const { ZALOPAY_APP_ID: app, ZALOPAY_KEY2: key2 } = zalopayTestKeys;

function paid({ provider_ref }: Attempt, amount: number, txn: string): Message {
  const data = `{"app_id":${app},"app_trans_id":"261121_${provider_ref}","app_user":"shop","amount":${amount},"embed_data":"{}","zp_trans_id":${txn.padStart(18, "9")},"server_time":1763692282942,"channel":38}`;
  const body = JSON.stringify({ data, mac: mac(data, key2), type: 1 });
  const headers = { "content-type": "application/json" };
  return { sender: "zalopay", method: "POST", url: "/v1/payments/zalopay/ipn", headers, raw: Buffer.from(body) };
}

conform(zalopay, {
  folder: import.meta.dirname,
  config: { env: { ...zalopayTestKeys, ZALOPAY_URL: server.url } },
  start_answer: CREATED,
  message: ({ attempt, amount, txn }) => paid(attempt, amount, txn),
  forge: (genuine) => ({
    ...genuine,
    raw: Buffer.from(genuine.raw.toString().replace('channel\\":38', 'channel\\":39')),
  }),
});

describe("the vendor's samples", () => {
  const { play, allPlayed } = vectorsOf(import.meta.dirname);

  play("sign", "text and mac", ({ scheme, input, expected }) => {
    if (!isText(scheme)) throw new Error(scheme);
    const text = macText(scheme, texts(input.fields), { app: String(input.app_id), key1: String(input.key1) });
    expect(text).toBe(expected.canonical);
    expect(mac(text, String(input.key1))).toBe(expected.signature);
  });

  play(
    "verify",
    "a callback is genuine or not",
    ({ input, expected }) => {
      const shop = { app: "2553", key2: String(input.key2) };
      const ipn = readIpn(shop, JSON.stringify(input.body));
      expect(ipn.authentic).toBe(expected.valid);
    },
    "zalopay.callback",
  );

  play(
    "verify",
    "the browser's return is genuine or not",
    ({ input, expected }) => {
      const query = texts(input.query as object);
      const text = macText("zalopay.redirect", query, { app: "2553", key1: "" });
      expect(text).toBe(expected.canonical);
      expect(isMac(text, query.checksum, String(input.key2))).toBe(expected.valid);
    },
    "zalopay.redirect",
  );

  play("map_status", "what the codes mean", ({ input, expected }) => {
    const { return_code: code, sub_return_code: reason, is_processing } = input;
    const sub = reason === undefined ? {} : { sub_return_code: String(reason) };
    expect({
      status: meaningOf({ return_code: String(code), is_processing: is_processing === true, ...sub }),
    }).toEqual(expected);
  });

  play("time", "the day, in every zone of the process", ({ input, expected }) => {
    inEveryZone(() => expect(dayOf(new Date(Number(input.epoch_ms)))).toBe(expected.text));
  });

  play("amount_wire", "as it is", ({ input, expected }) => {
    expect(Number(input.amount_vnd)).toBe(expected.wire);
  });

  allPlayed();
});

const shop = { app: "2553", key2: "0".repeat(32) };
const callback = (data: string, type: number) => JSON.stringify({ data, mac: mac(data, shop.key2), type });

test("a transaction number beyond 2^53 keeps its digits", () => {
  const data = '{"app_id":2553,"app_trans_id":"261121_23456789AB-1","amount":1000,"zp_trans_id":261121000012345679}';
  expect(readIpn(shop, callback(data, 1))).toMatchObject({ provider_txn_no: "261121000012345679" });
});

test("a callback about an agreement is no payment, and one for another application is not ours", () => {
  expect(readIpn(shop, callback("{}", 2))).toEqual({ authentic: true, about: "nothing" });
  const other = '{"app_id":2554,"app_trans_id":"261121_A-1","amount":1000,"zp_trans_id":1}';
  expect(readIpn(shop, callback(other, 1))).toEqual({ authentic: false });
});

test("an attempt of yesterday, or with less than 5 minutes left, is followed by another instead of being begun", async () => {
  const now = new Date("2026-11-21T17:01:00Z"); // 00:01 in Việt Nam
  const config = { env: { ...zalopayTestKeys, ZALOPAY_URL: server.url } };
  const adapter = zalopay.createAdapter(unchecked({ config, now }));
  const begun = (created: string, expires: string) =>
    adapter?.start(
      { created_at: new Date(created), expires_at: new Date(expires), provider_ref: "A-1", amount: 1000 } as Attempt,
      async () => ({ status: 200, text: CREATED }),
    );
  expect(await begun("2026-11-21T16:59:00Z", "2026-11-21T17:14:00Z")).toEqual({ kind: "lost" });
  expect(await begun("2026-11-21T17:00:30Z", "2026-11-21T17:05:59Z")).toEqual({ kind: "lost" });
  expect(await begun("2026-11-21T17:00:30Z", "2026-11-21T17:15:30Z")).toMatchObject({ kind: "redirect" });
});
