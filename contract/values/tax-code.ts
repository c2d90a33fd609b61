/**
 * The tax code of a company invoice: ten digits with a check digit, thirteen for a branch (10-3), or the twelve-digit
 * personal number that serves individuals since July 2025. A refusal says what is wrong with the digits.
 * rules/platform#tax-codes
 */

export type TaxCodeKind = "enterprise" | "branch" | "person";

export type TaxCodeProblem =
  | { problem: "characters" }
  | { problem: "short"; missing: number }
  /** Neither 10, 12 nor 13 digits, and more than ten. */
  | { problem: "length"; digits: number }
  | { problem: "check_digit" }
  /** A branch is numbered 001 to 999. */
  | { problem: "branch" }
  | { problem: "person" };

export type ParsedTaxCode = { ok: true; code: string; kind: TaxCodeKind } | ({ ok: false } & TaxCodeProblem);

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** `code` is the stored form: digits, a branch with its dash (`0300588569-001`). */
export function parseTaxCode(text: string): ParsedTaxCode {
  const digits = text
    .slice(0, 60)
    .normalize("NFKC")
    .replace(/[\s.\p{Pd}\p{Cf}]/gu, "");
  if (!/^\d+$/.test(digits)) return { ok: false, problem: "characters" };
  switch (digits.length) {
    case 10:
      return hasCheckDigit(digits)
        ? { ok: true, code: digits, kind: "enterprise" }
        : { ok: false, problem: "check_digit" };
    case 12:
      return isPersonalNumber(digits) ? { ok: true, code: digits, kind: "person" } : { ok: false, problem: "person" };
    case 13:
      return parseBranch(digits.slice(0, 10), digits.slice(10));
    default:
      return digits.length < 10
        ? { ok: false, problem: "short", missing: 10 - digits.length }
        : { ok: false, problem: "length", digits: digits.length };
  }
}

function parseBranch(enterprise: string, branch: string): ParsedTaxCode {
  if (!hasCheckDigit(enterprise)) return { ok: false, problem: "check_digit" };
  if (branch === "000") return { ok: false, problem: "branch" };
  return { ok: true, code: `${enterprise}-${branch}`, kind: "branch" };
}

/** If the weighted sum mod 11 is 0 there is no valid check digit; such codes are not issued. */
function hasCheckDigit(digits: string): boolean {
  const weighted = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return weighted % 11 !== 0 && Number(digits[9]) === 10 - (weighted % 11);
}

/** Province 001–096, then sex and century 0–3 (births of 1900 to 2099); the rest carries no check. */
function isPersonalNumber(digits: string): boolean {
  const province = Number(digits.slice(0, 3));
  return province >= 1 && province <= 96 && Number(digits[3]) <= 3;
}

/** A personal number is sensitive and shown as `001******789`; the codes of companies are public. */
export function maskTaxCode(code: string): string {
  return /^\d{12}$/.test(code) ? `${code.slice(0, 3)}******${code.slice(-3)}` : code;
}
