/** Encryption of columns: bound to its row, and keys can be rotated. rules/security */
import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const keys = { data_key: "the key of this year", data_key_previous: undefined };

test("a value decrypts with its key in its row, and the ciphertext shows nothing of it", () => {
  const box = encrypt(keys, "0123456789", "bank_account 1");
  expect(box.toString("latin1")).not.toContain("0123456789");
  expect(decrypt(keys, box, "bank_account 1")).toBe("0123456789");
  expect(encrypt(keys, "0123456789", "bank_account 1")).not.toEqual(box);
});

test("another row, another key or one changed bit does not decrypt", () => {
  const box = encrypt(keys, "0123456789", "bank_account 1");
  expect(() => decrypt(keys, box, "bank_account 2")).toThrow();
  expect(() => decrypt({ ...keys, data_key: "another key altogether" }, box, "bank_account 1")).toThrow();
  for (let at = 0; at < box.length; at++) {
    const bent = Buffer.from(box);
    bent[at] = (bent[at] ?? 0) ^ 1;
    expect(() => decrypt(keys, bent, "bank_account 1")).toThrow();
  }
  expect(() => decrypt(keys, Buffer.alloc(0), "bank_account 1")).toThrow();
});

test("after a rotation values of the previous key still decrypt", () => {
  const old = encrypt(keys, "0123456789", "bank_account 1");
  const turned = { data_key: "the key of next year", data_key_previous: keys.data_key };
  expect(decrypt(turned, old, "bank_account 1")).toBe("0123456789");
  const fresh = encrypt(turned, "0123456789", "bank_account 1");
  expect(() => decrypt(keys, fresh, "bank_account 1")).toThrow();
});
