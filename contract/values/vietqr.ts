/**
 * VietQR: the payload a bank app scans, its reader, and the text by which a transfer finds its order again.
 * NAPAS "VietQR format" 1.0 (09-2021); rules/payments#vietqr, rules/payments#transfer-content
 */
import type { Dong } from "./money.ts";
import { stripMarks } from "./text.ts";

/** To an account or to a card. Without an amount the payer's app asks for it. */
export type TransferOrder = ({ account: string } | { card: string }) & {
  /** Six digits of the receiving bank. */
  bin: string;
  amount?: Dong;
  bill?: string;
  purpose?: string;
};

const VIETQR_GUID = "A000000727";
const vnd = "704"; // ISO 4217

/** Throws RangeError for what no bank app would read: a wrong bank or account number, an amount below 1 đ, a text too long. */
export function buildVietQr(order: TransferOrder): string {
  const [number, service] = "account" in order ? [order.account, "QRIBFTTA"] : [order.card, "QRIBFTTC"];
  if (!/^\d{6}$/.test(order.bin)) throw new RangeError(`not a bank number: ${order.bin}`);
  if (!/^[A-Za-z0-9]{1,19}$/.test(number)) throw new RangeError("not an account or card number");
  const beneficiary = field("00", VIETQR_GUID) + field("01", field("00", order.bin) + field("01", number));
  const details = optional("01", order.bill) + optional("08", order.purpose);
  const payload = [
    field("00", "01"),
    field("01", order.amount === undefined ? "11" : "12"), // static, dynamic
    field("38", beneficiary + field("02", service)),
    field("53", vnd),
    order.amount === undefined ? "" : field("54", amountDigits(order.amount)),
    field("58", "VN"),
    details === "" ? "" : field("62", details),
    "6304",
  ].join("");
  return payload + crc16(payload);
}

/** Tag, two digits of length, value. */
function field(tag: string, value: string): string {
  if (value.length > 99) throw new RangeError(`tag ${tag} is too long`);
  return tag + String(value.length).padStart(2, "0") + value;
}

function optional(tag: string, text: string | undefined): string {
  const value = bankText(text ?? "");
  if (value.length > 25) throw new RangeError(`"${value}" is longer than 25 signs`);
  return value === "" ? "" : field(tag, value);
}

function amountDigits(amount: Dong): string {
  const digits = String(amount);
  if (!Number.isSafeInteger(amount) || amount < 1 || digits.length > 13)
    throw new RangeError(`not an amount: ${amount}`);
  return digits;
}

/** What banks transport: letters without marks, digits, single blanks. */
export function bankText(text: string): string {
  return stripMarks(text)
    .replace(/[^A-Za-z0-9 ]+/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** CRC-16: polynomial 1021, start FFFF, no reflection, no final xor; four capital hex digits over the bytes of `text`. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

export type ReadVietQr = { valid: false } | ({ valid: true; dynamic: boolean } & TransferOrder);

/** Reads a payload; never throws. Cut, wrong length, wrong sum, or not a transfer in đồng: not valid. */
export function readVietQr(payload: string): ReadVietQr {
  const invalid = { valid: false } as const;
  if (!/^[\x20-\x7e]{8,999}$/.test(payload) || !payload.slice(0, -4).endsWith("6304")) return invalid;
  if (crc16(payload.slice(0, -4)) !== payload.slice(-4).toUpperCase()) return invalid;
  const top = fieldsOf(payload);
  const transfer = top && fieldsOf(top.get("38") ?? "");
  const beneficiary = transfer && fieldsOf(transfer.get("01") ?? "");
  const details = top && fieldsOf(top.get("62") ?? "");
  if (!beneficiary || !details || transfer.get("00") !== VIETQR_GUID) return invalid;
  if (top.get("00") !== "01" || top.get("53") !== vnd || top.get("58") !== "VN") return invalid;

  const number = beneficiary.get("01") ?? "";
  const receiver = receiverOf(transfer.get("02"), number);
  const bin = beneficiary.get("00") ?? "";
  const amount = top.get("54");
  if (!receiver || !/^\d{6}$/.test(bin) || (amount !== undefined && !/^[1-9]\d{0,12}$/.test(amount))) return invalid;
  const bill = details.get("01");
  const purpose = details.get("08");
  return {
    valid: true,
    dynamic: top.get("01") === "12",
    bin,
    ...receiver,
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...(bill === undefined ? {} : { bill }),
    ...(purpose === undefined ? {} : { purpose }),
  };
}

function receiverOf(service: string | undefined, number: string) {
  if (!/^[A-Za-z0-9]{1,19}$/.test(number)) return undefined;
  if (service === "QRIBFTTA") return { account: number };
  return service === "QRIBFTTC" ? { card: number } : undefined;
}

/** The fields of one level; undefined when lengths do not fit or a tag comes twice. An empty text has no fields. */
function fieldsOf(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head) return undefined;
    const [, tag = "", length = ""] = head;
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (value.length !== Number(length) || found.has(tag)) return undefined;
    found.set(tag, value);
    at += 4 + value.length;
  }
  return found;
}

const MAX_CONTENT_LENGTH = 20; // characters: what every bank transmits unchanged

/** The text of a transfer: the shop's prefix and the order code. Throws RangeError unless it is at most 20 of A–Z, 0–9. */
export function transferContent(prefix: string, order_code: string): string {
  const content = (prefix + order_code).toUpperCase();
  if (!/^[A-Z0-9]+$/.test(content) || content.length > MAX_CONTENT_LENGTH) {
    throw new RangeError(`"${content}" cannot be the text of a transfer`);
  }
  return content;
}

/**
 * The one of the open contents that a transfer's text names; undefined when none or several do, which is for staff.
 * Banks add text, change case, cut and insert blanks: a second pass ignores all white space. A following digit means
 * another, longer number.
 */
export function matchTransfer(text: string, openContents: Iterable<string>): string | undefined {
  const wanted = [...new Set(openContents)].filter((content) => content !== "");
  const said = text.toUpperCase();
  for (const pass of [said, said.replace(/\s+/g, "")]) {
    const named = wanted.filter((content) => names(pass, content.toUpperCase()));
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  }
  return undefined;
}

function names(text: string, content: string): boolean {
  for (let at = text.indexOf(content); at !== -1; at = text.indexOf(content, at + 1)) {
    if (!/\d/.test(text.charAt(at + content.length))) return true;
  }
  return false;
}
