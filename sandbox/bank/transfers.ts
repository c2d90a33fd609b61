/** Transfers: booked on an account, now or later, and told by the sender that watches it. */
import { InvalidInput } from "../core/faults.ts";
import type { Gateway } from "../core/gateway.ts";
import type { Credit } from "../core/ledger.ts";
import { type JsonObject, textOf } from "../core/values/json.ts";
import { compactTime } from "../core/values/times.ts";
import { readVietQr } from "./vietqr.ts";

export const senderNames = ["sepay", "casso", "payos"] as const;

/** What banks make of the text that was typed. */
export const wordings = {
  plain: "Giữ nguyên",
  decorated: "Thêm chữ phía trước và phía sau",
  lower: "Viết thường",
  blanks: "Chèn dấu cách",
  cut: "Cắt còn 50 ký tự",
} as const;
export type Wording = keyof typeof wordings;

export function worded(text: string, wording: Wording): string {
  switch (wording) {
    case "plain":
      return text;
    case "decorated":
      return `MBVCB.4711.${text}.CT tu 0011 NGUYEN VAN A`;
    case "lower":
      return text.toLowerCase();
    case "blanks":
      return text.replace(/(.{4})(?=.)/g, "$1 ");
    case "cut":
      return `MBVCB.4711.NGUYEN VAN A chuyen khoan.${text}`.slice(0, 50);
  }
}

export type Transfer = {
  sender: string;
  account: string;
  amount: number;
  content: string;
  direction: "in" | "out";
  bank: string;
  virtual_account: string;
  seconds: number;
};

/** Books it at its time; the virtual clock's seconds. */
export function transfer(gateway: Gateway, order: Transfer): void {
  const data = Object.fromEntries(Object.entries(order).map(([name, value]) => [name, String(value)]));
  if (order.seconds > 0) gateway.clock.schedule({ vendor: "bank", name: "book", data }, order.seconds);
  else book(gateway, data);
}

export function book(gateway: Gateway, data: Readonly<Record<string, string>>): Credit {
  const { state, ids, clock } = gateway;
  const { sender = "", account = "", content = "", direction, bank = "", virtual_account = "" } = data;
  const amount = Number(data.amount);
  const before = state.credits.filter((each) => each.account === account).at(-1)?.balance ?? 25_000_000;
  const credit: Credit = {
    id: Number(ids.digits("bank transaction", 12)),
    sender,
    reference: `FT${compactTime(clock.wall()).slice(2, 8)}${ids.digits("bank reference", 12)}`,
    account,
    direction: direction === "out" ? "out" : "in",
    amount,
    content,
    booked_at: clock.wall(),
    balance: direction === "out" ? before - amount : before + amount,
    details: { bank, virtual_account },
  };
  state.credits.push(credit);
  gateway.dispatcher.notify("bank", {
    sender,
    url: gateway.ipnUrl(sender),
    ref: content,
    amount,
    data: {
      id: credit.id,
      reference: credit.reference,
      account,
      virtual_account,
      bank,
      direction: credit.direction,
      booked_at: credit.booked_at,
      balance: credit.balance,
      code: codeIn(gateway, content),
      link: ids.hex("payos link", 32),
    },
  });
  return credit;
}

/** SePay finds a merchant's code by the pattern that the merchant set; without one it says null. */
function codeIn(gateway: Gateway, content: string): string {
  const pattern = gateway.portal("bank", "sepay_code_pattern");
  return pattern ? (new RegExp(pattern, "i").exec(content)?.[0].toUpperCase() ?? "") : "";
}

/** `POST /_ctl/bank/transfer`: by a QR text, or by account, amount and content; each given field counts. */
export function readTransfer(input: JsonObject): Transfer {
  const qr = typeof input.qr === "string" ? readVietQr(input.qr) : undefined;
  if (qr && !qr.valid) throw new InvalidInput("qr is no VietQR text");
  const account = textOf(input.account) ?? qr?.account ?? "";
  const amount = Number(input.amount ?? qr?.amount_vnd);
  const sender = senderNames.find((each) => each === (input.sender ?? "sepay"));
  const seconds = Number(input.seconds ?? 0);
  if (!sender) throw new InvalidInput(`sender is one of ${senderNames.join(", ")}`);
  if (!/^[A-Za-z0-9]{1,19}$/.test(account)) throw new InvalidInput("account has up to 19 letters and digits");
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new InvalidInput("amount is a whole number of đồng from 1");
  if (!Number.isFinite(seconds) || seconds < 0) throw new InvalidInput("seconds is a number from 0");
  return {
    sender,
    account,
    amount,
    content: textOf(input.content) ?? qr?.purpose ?? "",
    direction: input.direction === "out" ? "out" : "in",
    bank: bankOf(qr?.bin ?? ""),
    virtual_account: textOf(input.virtual_account) ?? "",
    seconds,
  };
}

const banks: Readonly<Record<string, string>> = {
  "970403": "Sacombank",
  "970405": "Agribank",
  "970407": "Techcombank",
  "970415": "VietinBank",
  "970416": "ACB",
  "970418": "BIDV",
  "970422": "MB",
  "970423": "TPBank",
  "970432": "VPBank",
  "970436": "Vietcombank",
  "970441": "VIB",
};
/** The gateway watches accounts of a few banks; another one is written as its BIN. */
export function bankOf(bin: string): string {
  return bin === "" ? "VPBank" : (banks[bin] ?? bin);
}
