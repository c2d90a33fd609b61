import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../provider.ts";
import { conform } from "../../conformance.ts";
import { bankTransfer } from "../bank-transfer.ts";
import { casso, cassoSignature, cassoText } from "./casso.ts";

const key = "a-checksum-key-of-the-tests";
const token = "a-secure-token-of-the-tests";
const now = new Date("2026-11-21T02:31:22Z");

type Vector = {
  id: string;
  provider: string;
  input: { checksum_key: string; body: unknown; header: string };
  expected: { valid: boolean; canonical?: string };
};
const vectors = JSON.parse(readFileSync(new URL("../samples/vectors.json", import.meta.url), "utf8")) as Vector[];

const messageOf = (body: string, headers: Message["headers"]): Message => ({
  ...{ sender: "casso", method: "POST", url: "/v1/payments/casso/ipn" },
  ...{ headers, raw: Buffer.from(body) },
});

describe("samples from Casso's documentation", () => {
  for (const { id, input, expected } of vectors.filter((each) => each.provider === "casso")) {
    it(id, () => {
      const sender = casso({ checksum_key: input.checksum_key });
      const body = JSON.stringify(input.body, null, 2);
      expect(sender.readIpn(messageOf(body, { "x-casso-signature": input.header }), now).authentic).toBe(
        expected.valid,
      );
      const t = /t=(\d+)/.exec(input.header)?.[1] ?? "";
      if (expected.canonical) expect(sender.canonical({ t, body })).toBe(expected.canonical);
    });
  }
});

const booking = {
  id: 92704,
  reference: "FT92704",
  description: "MTS23456789AB",
  amount: 1_806_000,
  runningBalance: 25_000_000,
  transactionDateTime: "2026-11-21 09:31:22",
  accountNumber: "0000012345678",
};

/** As Casso v2 signs it. */
function signed(data: unknown): Message {
  const body = { error: 0, data };
  const t = String(now.getTime());
  return messageOf(JSON.stringify(body), {
    "x-casso-signature": `t=${t},v1=${cassoSignature(key, cassoText(t, body))}`,
  });
}
const read = (message: Message) => casso({ checksum_key: key, secure_token: token }).readIpn(message, now);

describe("ipns of Casso, second version", () => {
  it("all fields of a genuine ipn are read", () => {
    expect(read(signed(booking))).toEqual({
      authentic: true,
      about: "credits",
      credits: [
        {
          txn: "92704",
          bank_reference: "FT92704",
          account_number: "0000012345678",
          amount: 1_806_000,
          content: "MTS23456789AB",
          booked_at: now,
        },
      ],
    });
  });

  it("money that goes out pays nothing", () => {
    expect(read(signed({ ...booking, amount: -1_806_000 }))).toEqual({ authentic: true, about: "nothing" });
  });

  it("a signed ipn with a fraction, a text or nothing for the amount, or no date, is unreadable", () => {
    const changes = [
      { amount: 1.5 },
      { amount: "1806000" },
      { amount: 0 },
      { amount: null },
      { transactionDateTime: "" },
    ];
    for (const change of changes) {
      const ipn = read(signed({ ...booking, ...change }));
      expect([change, ipn]).toEqual([change, { authentic: true, about: "unreadable" }]);
    }
  });

  it("a missing, foreign or cut signature, a GET and a key that is not set are not authentic", () => {
    const genuine = signed(booking);
    const forged = { authentic: false };
    expect(read({ ...genuine, headers: {} })).toEqual(forged);
    expect(read({ ...genuine, headers: { "x-casso-signature": "t=1,v1=" } })).toEqual(forged);
    expect(read({ ...genuine, method: "GET" })).toEqual(forged);
    expect(casso({ checksum_key: "another" }).readIpn(genuine, now)).toEqual(forged);
    expect(casso({ checksum_key: "" }).readIpn(genuine, now)).toEqual(forged);
  });
});

describe("ipns of Casso, first version", () => {
  const line = {
    id: 1,
    tid: "FT1",
    description: "MTS23456789AB",
    amount: 1000,
    cusum_balance: 0,
    when: "2026-11-21 09:31:22",
    bank_sub_acc_id: "0000012345678",
  };
  const listed = (data: unknown, secure = token) =>
    messageOf(JSON.stringify({ error: 0, data }), { "secure-token": secure });

  it("every incoming booking of the list is read", () => {
    const ipn = read(listed([line, { ...line, id: 2, tid: "FT2", amount: -5 }, { ...line, id: 3, tid: null }]));
    expect(ipn).toMatchObject({ about: "credits", credits: [{ txn: "1" }, { txn: "3", bank_reference: "" }] });
  });

  it("an empty list pays nothing, and one line that cannot be read makes all of it unreadable", () => {
    expect(read(listed([]))).toEqual({ authentic: true, about: "nothing" });
    expect(read(listed([line, { ...line, amount: "x" }]))).toEqual({ authentic: true, about: "unreadable" });
  });

  it("only the exact token is accepted, and it is not stored", () => {
    expect(read(listed([line], `${token}x`))).toEqual({ authentic: false });
    expect(casso({ checksum_key: key }).readIpn(listed([line], ""), now)).toEqual({ authentic: false });
    expect(casso({ secure_token: token }).redact(listed([line])).headers["secure-token"]).toBe("[redacted]");
  });
});

conform(bankTransfer, {
  folder: dirname(import.meta.dirname),
  config: { env: { CASSO_CHECKSUM_KEY: key, CASSO_SECURE_TOKEN: token } },
  message: ({ attempt, amount, txn }) =>
    signed({ ...booking, id: Number(txn), reference: `FT${txn}`, description: attempt.provider_ref, amount }),
});
