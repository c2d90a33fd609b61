/**
 * Public codes of orders: ten random characters that can be read aloud (no 0/O, no 1/I).
 * rules/orders#order-code
 */

export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; // 32 characters, so five bits of a byte pick one evenly
export const ORDER_CODE_LENGTH = 10; // characters, 50 bits

/** A new random code; the caller's unique index refuses a repeat. Runs wherever Web Crypto does. */
export function newOrderCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ORDER_CODE_LENGTH));
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte & 31]).join("");
}

/** What was typed, as the code would be written: capitals, no blanks, dashes or invisible marks. */
export function normaliseCode(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}._#]/gu, "")
    .toUpperCase();
}

const order_code = new RegExp(`^[${CODE_ALPHABET}]{${ORDER_CODE_LENGTH}}$`);

/** True for a code in its stored form. */
export function isOrderCode(code: string): boolean {
  return order_code.test(code);
}

/** `K7M-2QX-9RTA`: the groups in which a code is shown and read aloud. ASSUMED(0001) */
export function groupedCode(code: string): string {
  return code.replace(/^(\w{3})(\w{3})(\w{4})$/, "$1-$2-$3");
}
