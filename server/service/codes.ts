/** Codes and addresses of service: random, and nothing opens by a code alone. docs/rules/service.md#owner */
import { createHash, randomBytes } from "node:crypto";
import { CODE_ALPHABET } from "contract/values/public-code.ts";

/** Six of 32 signs; the unique index refuses a repeat, and the act is done again. */
export const newTicketCode = (): string =>
  `SC-${Array.from(randomBytes(6), (byte) => CODE_ALPHABET[byte & 31]).join("")}`;

/** 128 random bits: of a visit's link. */
export const newVisitAddress = (): string => randomBytes(16).toString("base64url");

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
