/**
 * Encrypts columns that a copy of the database must not reveal: account numbers, a code not sent yet. AES-256-GCM with
 * DATA_KEY; the ciphertext has the id of its key, so that after a key rotation older values still decrypt.
 * `place` is where the value belongs ("bank_account 17"): a ciphertext moved to another row does not decrypt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "../kernel/config.ts";

type Keys = Pick<Config, "data_key" | "data_key_previous">;

const FORMAT = 1;
const HEADER_BYTES = 1 + 4 + 12 + 16; // format, key, nonce, tag

export function encrypt(keys: Keys, text: string, place: string): Buffer {
  const key = keyOf(keys.data_key);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.secret, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), key.id, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws when it was encrypted with another key, changed or moved, so that lost data is not read as an empty field. */
export function decrypt(keys: Keys, encrypted: Buffer, place: string): string {
  const id = encrypted.subarray(1, 5);
  const known = [keys.data_key, keys.data_key_previous].flatMap((text) => (text === undefined ? [] : keyOf(text)));
  const key = known.find((each) => each.id.equals(id));
  if (!key || encrypted[0] !== FORMAT || encrypted.length < HEADER_BYTES) throw new Error(`no key opens ${place}`);
  const decipher = createDecipheriv("aes-256-gcm", key.secret, encrypted.subarray(5, 17)).setAAD(Buffer.from(place));
  decipher.setAuthTag(encrypted.subarray(17, HEADER_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(HEADER_BYTES)), decipher.final()]).toString("utf8");
}

function keyOf(text: string): { id: Buffer; secret: Buffer } {
  const derived = Buffer.from(hkdfSync("sha256", text, "", "shop data key", 36));
  return { id: derived.subarray(0, 4), secret: derived.subarray(4) };
}
