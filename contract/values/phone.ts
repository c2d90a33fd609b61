/**
 * Phone numbers: what a shopper may type, the stored form (E.164), and how a number is shown.
 * A refusal says what is wrong with the number, so that the form can say it too. Acceptance follows the specification's
 * pattern; the table of prefixes in service only hints, because operators open new ranges.
 * Spec §5, §9; rules/identity#phone-numbers
 */

/** `+84` and nine digits. */
export type PhoneNumber = string;

export type PhoneProblem =
  | { problem: "short"; missing: number }
  | { problem: "long"; extra: number }
  | { problem: "landline" }
  /** An eleven-digit mobile number of before 2018, with the number it became. */
  | { problem: "old_prefix"; suggestion: PhoneNumber }
  | { problem: "invalid" };

export type ParsedPhone = { ok: true; e164: PhoneNumber } | ({ ok: false } & PhoneProblem);

const NATIONAL_DIGITS = 9;
const separators = /[\s\p{Pd}\p{Cf}.()[\]/_·]/gu; // blanks, every dash, invisible marks, dots, brackets

/** Reads a mobile number however it was typed or pasted; full-width digits of a Japanese keyboard included. */
export function parsePhone(text: string): ParsedPhone {
  const national = nationalDigits(text);
  if (national === undefined) return { ok: false, problem: "invalid" };
  if (/^[35789]\d{8}$/.test(national)) return { ok: true, e164: `+84${national}` };
  return { ok: false, ...problemOf(national) };
}

/** The digits after the country code or the leading zero; undefined when it is no Vietnamese number in digits. */
function nationalDigits(text: string): string | undefined {
  const typed = text.slice(0, 60).normalize("NFKC").replace(separators, "");
  if (!/^\+?\d{1,20}$/.test(typed)) return undefined;
  const digits = typed.replace("+", "");
  if (digits.startsWith("0084")) return digits.slice(4).replace(/^0/, "");
  if (typed.startsWith("+84")) return digits.slice(2).replace(/^0/, "");
  if (digits.startsWith("0")) return digits.slice(1);
  if (typed.startsWith("+")) return undefined; // another country
  // "84…" is the country code, except in nine digits, where it is a VinaPhone prefix typed without its zero.
  return /^84\d+$/.test(digits) && digits.length > NATIONAL_DIGITS ? digits.slice(2).replace(/^0/, "") : digits;
}

function problemOf(national: string): PhoneProblem {
  const renewed = renew(national);
  if (renewed) return { problem: "old_prefix", suggestion: `+84${renewed}` };
  if (/^2\d{7,10}$/.test(national)) return { problem: "landline" };
  if (!/^(?:[35789]|$)/.test(national)) return { problem: "invalid" };
  const missing = NATIONAL_DIGITS - national.length;
  return missing > 0 ? { problem: "short", missing } : { problem: "long", extra: -missing };
}

/** Mobile prefixes of before 2018 and what they became, without the leading zero. */
const renewedPrefixes: Readonly<Record<string, string>> = {
  ...{ 120: "70", 121: "79", 122: "77", 126: "76", 128: "78" },
  ...{ 123: "83", 124: "84", 125: "85", 127: "81", 129: "82" },
  ...{ 162: "32", 163: "33", 164: "34", 165: "35", 166: "36", 167: "37", 168: "38", 169: "39" },
  ...{ 186: "56", 188: "58", 199: "59" },
};

function renew(national: string): string | undefined {
  const prefix = /^\d{10}$/.test(national) ? renewedPrefixes[national.slice(0, 3)] : undefined;
  return prefix && prefix + national.slice(3);
}

const prefixesInService = new Set(
  [
    "32 33 34 35 36 37 38 39 86 96 97 98", // Viettel
    "81 82 83 84 85 88 91 94", // VinaPhone
    "70 76 77 78 79 89 90 93", // MobiFone
    "52 56 58 92 59 99 87 55", // Vietnamobile, Gmobile, Itel, Wintel
  ].flatMap((network) => network.split(" ")),
);

/** False for a number no operator is known to use: reason to ask "is it right?", never to refuse. */
export function isKnownPrefix(e164: PhoneNumber): boolean {
  return prefixesInService.has(e164.slice(3, 5));
}

/** The live chat's own rule, as the specification writes it. Spec §5. */
export const liveChatPhone = /^\+?(?:84|0)[35789]\d{8}$/;

/**
 * `098-765-4321`; landlines `024-3795-1234` and `0225-379-1234`; hotlines `1800-0000`.
 * What is none of these is shown as it is.
 */
export function formatPhone(number: string): string {
  const digits = number.replace(separators, "").replace(/^\+84/, "0");
  const groups =
    /^(0[35789]\d)(\d{3})(\d{4})$/.exec(digits) ?? // Spec §9
    /^(02[48])(\d{4})(\d{4})$/.exec(digits) ??
    /^(02\d\d)(\d{3})(\d{4})$/.exec(digits) ??
    /^(1[89]00)(\d{2,6})$/.exec(digits);
  return groups ? groups.slice(1).join("-") : number;
}

/** `098-***-4321`. Anything that is not a mobile number is hidden but for its last two characters. */
export function maskPhone(e164: PhoneNumber): string {
  const groups = /^\+84(\d{2})\d{3}(\d{4})$/.exec(e164);
  return groups ? `0${groups[1]}-***-${groups[2]}` : `***${e164.slice(-2)}`;
}

/** The address of a `tel:` link: E.164 for numbers with an area, the bare digits for hotlines. */
export function telLink(number: string): string {
  return `tel:${number.replace(separators, "").replace(/^0(?=[235789])/, "+84")}`;
}
