import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../provider.ts";
import { sepayIpn, sepayMessage } from "../simulator.ts";
import { type SepaySecrets, sepay } from "./sepay.ts";

const secret = "a-secret-of-the-tests";
const secrets: SepaySecrets = { scheme: "hmac", hmac_secret: secret };
const now = new Date("2026-11-21T02:31:22Z");
const transfer = { account_number: "0000012345678", content: "MTS23456789AB", amount: 1_806_000, txn: 92704 };

type Vector = {
  id: string;
  provider: string;
  kind: string;
  input: { secret: string; raw_body: string; headers: Record<string, string>; now_unix: number };
  expected: { valid: boolean };
};
const vectors = JSON.parse(readFileSync(new URL("../samples/vectors.json", import.meta.url), "utf8")) as Vector[];
const messageOf = (body: string, headers: Message["headers"]): Message => ({
  ...{ sender: "sepay", method: "POST", url: "/v1/payments/sepay/ipn" },
  ...{ headers, raw: Buffer.from(body) },
});

describe("samples from SePay's documentation", () => {
  for (const { id, input, expected } of vectors.filter((each) => each.provider === "sepay")) {
    it(id, () => {
      const headers = Object.fromEntries(
        Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const { readIpn, canonical, sign } = sepay({ scheme: "hmac", hmac_secret: input.secret });
      const ipn = readIpn(messageOf(input.raw_body, headers), new Date(input.now_unix * 1000));
      expect(ipn.authentic).toBe(expected.valid);
      const timestamp = headers["x-sepay-timestamp"] ?? "";
      expect(sign(canonical({ timestamp, body: input.raw_body }))).toBe(headers["x-sepay-signature"]);
    });
  }
});

const read = (message: Message) => sepay(secrets).readIpn(message, now);

describe("signature of SePay's ipns", () => {
  const genuine = sepayIpn(transfer, secret, now);

  it("all fields of a genuine ipn are read", () => {
    expect(read(genuine)).toEqual({
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

  it("a missing, foreign or replayed signature or a GET request is not authentic", () => {
    const forged = { authentic: false };
    expect(read(messageOf(genuine.body, {}))).toEqual(forged);
    expect(read(sepayIpn(transfer, "another-secret-altogether", now))).toEqual(forged);
    expect(read(sepayIpn(transfer, secret, new Date(now.getTime() - 301_000)))).toEqual(forged);
    expect(read({ ...genuine, headers: { ...genuine.headers, "x-sepay-signature": "sha256=" } })).toEqual(forged);
    expect(read({ ...genuine, method: "GET" })).toEqual(forged);
  });

  it("a signed ipn with a truncated or unknown body is unreadable and pays nothing", () => {
    for (const body of [
      "",
      "{",
      "[]",
      "null",
      '{"id":1}',
      genuine.body.replace("1806000", "-1"),
      genuine.body.replace("1806000", "1.5"),
    ]) {
      expect(read(sepayMessage(body, secret, now)), body).toEqual({ authentic: true, about: "unreadable" });
    }
  });

  it("an outgoing transfer pays nothing", () => {
    const body = genuine.body.replace('"in"', '"out"');
    expect(read(sepayMessage(body, secret, now))).toEqual({ authentic: true, about: "nothing" });
  });

  it("with an API key instead of a signature only the exact key is accepted", () => {
    const byKey = sepay({ scheme: "apikey", api_key: "0123456789abcdef" });
    const opens = (authorization: string) => byKey.readIpn(messageOf(genuine.body, { authorization }), now).authentic;
    expect(opens("Apikey 0123456789abcdef")).toBe(true);
    expect(opens("Apikey 0123456789abcde")).toBe(false);
    expect(opens("apikey 0123456789abcdef")).toBe(false);
    const stored = byKey.redact(messageOf("", { authorization: "Apikey 0123456789abcdef" }));
    expect(stored.headers.authorization).toBe("[redacted]");
  });
});
