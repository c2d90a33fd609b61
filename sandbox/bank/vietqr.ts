/** Reading a VietQR text as a bank's application does (NAPAS "VietQR format" 1.0). Never throws. */

export type VietQr =
  | { valid: false }
  | {
      valid: true;
      dynamic: boolean;
      bin: string;
      account: string;
      amount_vnd: number | undefined;
      purpose: string;
      bill: string;
    };
const NAPAS = "A000000727";

export function readVietQr(text: string): VietQr {
  const invalid = { valid: false } as const;
  if (!/^[\x20-\x7e]{20,512}$/.test(text) || !/6304[0-9A-Fa-f]{4}$/.test(text)) return invalid;
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return invalid;
  const top = tags(text);
  const merchant = tags(top?.get("38") ?? "");
  const target = tags(merchant?.get("01") ?? "");
  const additional = tags(top?.get("62") ?? "");
  const [bin, account, method, amount] = [target?.get("00"), target?.get("01"), top?.get("01"), top?.get("54")];
  if (!top || !merchant || !additional || merchant.get("00") !== NAPAS || top.get("00") !== "01") return invalid;
  if (!/^(11|12)$/.test(method ?? "") || top.get("53") !== "704" || top.get("58") !== "VN") return invalid;
  if (!bin || !/^\d{6}$/.test(bin) || !account || !/^[A-Za-z0-9]{1,19}$/.test(account)) return invalid;
  if (amount !== undefined && !/^[1-9]\d{0,12}$/.test(amount)) return invalid;
  return {
    valid: true,
    dynamic: method === "12",
    bin,
    account,
    amount_vnd: amount === undefined ? undefined : Number(amount),
    purpose: additional.get("08") ?? "",
    bill: additional.get("01") ?? "",
  };
}

/** Two digits of tag, two of length, then the value; nothing where a length does not fit or a tag comes twice. */
function tags(text: string): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(length);
    if (tag === undefined || end > text.length || found.has(tag)) return undefined;
    found.set(tag, text.slice(at + 4, end));
    at = end;
  }
  return found;
}

/** CRC-16, polynomial 0x1021, start 0xFFFF: four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000 ? 0x1021 : 0) ^ (crc << 1)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
