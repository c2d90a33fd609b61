import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RawIpn } from "../../provider.ts";
import { bankTransfer, sepaySignature } from "./bank-transfer.ts";
import { sepayIpn } from "./simulator.ts";

const secret = "a-secret-of-the-tests";
const secrets = { scheme: "hmac", hmac_secret: secret } as const;
const now = new Date("2026-11-21T02:31:22Z");
const transfer = { account_number: "0000012345678", content: "MTS23456789AB", amount: 1_806_000, txn: 92704 };

type Vector = {
  id: string;
  kind: string;
  input: { secret: string; raw_body: string; headers: Record<string, string>; now_unix: number };
  expected: { valid: boolean };
};
const vectors = JSON.parse(readFileSync(new URL("samples/vectors.json", import.meta.url), "utf8")) as Vector[];

describe("SePay's own samples", () => {
  for (const { id, input, expected } of vectors.filter((each) => each.kind === "verify")) {
    it(id, () => {
      const headers = Object.fromEntries(
        Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const ipn = bankTransfer.readIpn(
        { headers, body: input.raw_body },
        { scheme: "hmac", hmac_secret: input.secret },
        new Date(input.now_unix * 1000),
      );
      expect(ipn.kind !== "forged").toBe(expected.valid);
    });
  }
});

const read = (raw: RawIpn) => bankTransfer.readIpn(raw, secrets, now);

describe("a bank ipn is trusted only when SePay signed it", () => {
  const genuine = sepayIpn(transfer, secret, now);

  it("a genuine one is read in full", () => {
    expect(read(genuine)).toEqual({
      kind: "credit",
      credit: {
        txn: "92704",
        bank_reference: "FT92704",
        account_number: "0000012345678",
        amount: 1_806_000,
        content: "MTS23456789AB",
        booked_at: now,
      },
    });
  });

  it("one changed byte anywhere in the body makes it forged", () => {
    for (let at = 0; at < genuine.body.length; at++) {
      const changed = String.fromCharCode(genuine.body.charCodeAt(at) ^ 1);
      const body = genuine.body.slice(0, at) + changed + genuine.body.slice(at + 1);
      expect(read({ ...genuine, body }).kind, `byte ${at}`).toBe("forged");
    }
  });

  it("a missing, foreign or replayed signature is forged", () => {
    expect(read({ body: genuine.body, headers: {} }).kind).toBe("forged");
    expect(read(sepayIpn(transfer, "another-secret-altogether", now)).kind).toBe("forged");
    expect(read(sepayIpn(transfer, secret, new Date(now.getTime() - 301_000))).kind).toBe("forged");
    const stamp = genuine.headers["x-sepay-timestamp"];
    expect(
      read({ body: genuine.body, headers: { "x-sepay-timestamp": stamp, "x-sepay-signature": "sha256=" } }).kind,
    ).toBe("forged");
  });

  it("a signed ipn that is cut or of another shape is malformed, not money", () => {
    for (const body of [
      "",
      "{",
      "[]",
      "null",
      '{"id":1}',
      genuine.body.replace("1806000", "-1"),
      genuine.body.replace("1806000", "1.5"),
    ]) {
      const timestamp = genuine.headers["x-sepay-timestamp"];
      const headers = { "x-sepay-timestamp": timestamp, "x-sepay-signature": sepaySignature(secret, timestamp, body) };
      expect(read({ body, headers }).kind, body).toBe("malformed");
    }
  });

  it("money going out is not money coming in", () => {
    const body = genuine.body.replace('"in"', '"out"');
    const timestamp = genuine.headers["x-sepay-timestamp"];
    const headers = { "x-sepay-timestamp": timestamp, "x-sepay-signature": sepaySignature(secret, timestamp, body) };
    expect(read({ body, headers }).kind).toBe("ignored");
  });

  it("with the key scheme only the whole key opens", () => {
    const byKey = { scheme: "apikey", api_key: "0123456789abcdef" } as const;
    const kind = (authorization: string) =>
      bankTransfer.readIpn({ body: genuine.body, headers: { authorization } }, byKey, now).kind;
    expect(kind("Apikey 0123456789abcdef")).toBe("credit");
    expect(kind("Apikey 0123456789abcde")).toBe("forged");
    expect(kind("apikey 0123456789abcdef")).toBe("forged");
    expect(
      bankTransfer.redact({ body: "", headers: { authorization: "Apikey 0123456789abcdef" } }).headers.authorization,
    ).toBe("[redacted]");
  });
});
