/** NAPAS: SHA-256 over the base64 of a result and the client's secret, in capitals. */
import { createHash } from "node:crypto";

export function checksumOf(data: string, secret: string): string {
  const hash = createHash("sha256");
  hash.update(data, "utf8");
  hash.update(secret, "utf8");
  return hash.digest("hex").toUpperCase();
}

/** Read as a merchant would. */
export function isChecksum(data: string, checksum: string, secret: string): boolean {
  return checksumOf(data, secret) === checksum.toUpperCase();
}
