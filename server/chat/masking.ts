/**
 * Numbers that nobody should send in a chat: of cards (13 to 19 digits that pass the check of Luhn) and of citizens (12
 * digits, the first 0). They are masked before anything is stored, on both sides. Pure. rules/chat#masking
 */

/** Digits with at most one sign between them. */
const DIGITS = /\d(?:[\s.\-–]?\d){11,18}(?!\d)/gu;
const SHOWN = 4;

export function maskNumbers(text: string): string {
  return text.replace(DIGITS, (found) => {
    const digits = found.replace(/\D/g, "");
    if (digits.length === 12 && digits.startsWith("0")) return "•".repeat(12);
    return digits.length >= 13 && passesLuhn(digits)
      ? `${"•".repeat(digits.length - SHOWN)}${digits.slice(-SHOWN)}`
      : found;
  });
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
