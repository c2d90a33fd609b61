/**
 * The code of a gift card: sixteen random characters, which are money in themselves. Pure, without zod, because
 * screens read it too. rules/loyalty#gift-cards
 */
import { CODE_ALPHABET } from "../values/public-code.ts";

const LENGTH = 16; // characters, 80 bits: nothing is found by trying
/** Of how many characters a card is told from another. */
const END_LENGTH = 4;

const cardCode = new RegExp(`^[${CODE_ALPHABET}]{${LENGTH}}$`);

/** A new random code. */
export function newCardCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte & 31]).join("");
}

export const isCardCode = (code: string): boolean => cardCode.test(code);

/** `SHBH-GZLN-6E68-UJ6U`: as it is shown and read aloud. */
export const groupedCardCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

export const endOfCardCode = (code: string): string => code.slice(-END_LENGTH);
