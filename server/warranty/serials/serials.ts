/**
 * Serial numbers: how one is read however it was typed, and its check character. Pure. `PREFIX-YYMM-NNNNN-C`: the prefix of
 * the product, the month of production, five digits, and ISO 7064 MOD 37,36 over all of them with O read as 0 and I as 1.
 * Stored without dashes. rules/warranty#serials
 */
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Month, number and check. */
const TAIL = 10;
const MIN_PREFIX = 2;
const MAX_TYPED = 500;

/** What is wrong with it, in the order in which it is looked for. Message keys begin with `serial_`. */
export type SerialProblem = "short" | "foreign" | "month" | "mistyped";

export type ReadSerial =
  | { ok: true; serial: string; prefix: string; produced: string }
  | { ok: false; problem: SerialProblem };

/** Prefixes of the products with a warranty, by their folded form. */
export type SerialPrefixes = ReadonlyMap<string, string>;

export const foldSerial = (text: string): string => text.replaceAll("O", "0").replaceAll("I", "1");

/** ISO 7064 MOD 37,36 over folded signs. */
export function checkCharacter(body: string): string {
  let p = 36;
  for (const sign of foldSerial(body)) {
    const sum = (p + ALPHABET.indexOf(sign)) % 36 || 36;
    p = (2 * sum) % 37;
  }
  return ALPHABET[(37 - p) % 36] ?? "";
}

/** Also of the address in the label's QR code. */
function signsOf(typed: string): string {
  const text = typed.slice(0, MAX_TYPED).normalize("NFKC");
  const inAddress = /[?&]serial=([^&#\s]*)/i.exec(text)?.[1];
  return (inAddress === undefined ? text : decoded(inAddress)).toUpperCase().replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign: read as it is, and refused as any other sign
  }
}

export function readSerial(typed: string, prefixes: SerialPrefixes): ReadSerial {
  const signs = signsOf(typed);
  const folded = foldSerial(signs);
  if (folded.length < TAIL + MIN_PREFIX) return { ok: false, problem: "short" };
  const prefix = prefixes.get(folded.slice(0, -TAIL));
  if (prefix === undefined) return { ok: false, problem: problemOfLength(folded, prefixes) };
  const tail = folded.slice(-TAIL);
  if (!/^\d{9}[0-9A-Z]$/.test(tail)) return { ok: false, problem: "mistyped" };
  const month = Number(tail.slice(2, 4));
  if (month < 1 || month > 12) return { ok: false, problem: "month" };
  const body = prefix + tail.slice(0, -1);
  const check = checkCharacter(body);
  if (foldSerial(check) !== tail.slice(-1)) return { ok: false, problem: "mistyped" };
  return { ok: true, serial: body + check, prefix, produced: `20${tail.slice(0, 2)}-${tail.slice(2, 4)}` };
}

/** Of a line of ours with signs too few or too many, or of none. */
function problemOfLength(folded: string, prefixes: SerialPrefixes): SerialProblem {
  const begun = [...prefixes.keys()].filter((each) => folded.startsWith(each));
  const rest = Math.min(...begun.map((each) => folded.length - each.length));
  if (begun.length === 0) return "foreign";
  return rest < TAIL ? "short" : "mistyped";
}

/** `SRKT17-2608-00417-T` */
export function shownSerial(serial: string): string {
  const at = serial.length - TAIL;
  return [serial.slice(0, at), serial.slice(at, at + 4), serial.slice(at + 4, at + 9), serial.slice(at + 9)].join("-");
}

/** The month of production of a stored serial: `2026-08`. */
export function producedIn(serial: string): string {
  const tail = serial.slice(-TAIL);
  return `20${tail.slice(0, 2)}-${tail.slice(2, 4)}`;
}
