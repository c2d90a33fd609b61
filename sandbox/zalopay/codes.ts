/** ZaloPay's codes: `return_code` of an answer, `sub_return_code` as the reason. What it makes of a callback's reply. */
import type { Payment, PaymentState, Refund } from "../core/ledger.ts";
import { readObject } from "../core/values/json.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";

/** Kept with a payment: 1, 3, or the sub code of a failure. [assumed] −63 and −331. */
export const codes: Readonly<Record<Ending, string>> = {
  pay: "1",
  insufficient_funds: "-63",
  cancel: "-329",
  expire: "-322",
  wrong_otp: "-331",
};

const messages: Readonly<Record<string, string>> = {
  "1": "Giao dịch thành công",
  "3": "Giao dịch chưa được thực hiện",
  "-63": "Số dư không đủ",
  "-68": "Mã giao dịch bị trùng",
  "-101": "Mã giao dịch không tồn tại",
  "-322": "Giao dịch đã hết hạn",
  "-329": "Người dùng hủy giao dịch",
  "-331": "Xác thực không thành công",
  "-401": "Dữ liệu không hợp lệ",
  "-402": "Chữ ký không hợp lệ",
};
export function messageOf(code: string): string {
  return messages[code] ?? "Giao dịch thất bại";
}

export function stateOf(code: string): PaymentState {
  if (code === "1") return "paid";
  if (code === "3") return "review";
  return code === "-322" ? "expired" : "failed";
}

/** What a query says of a payment; 3 while it is not decided. */
export function returnCodeOf({ state }: Pick<Payment, "state">): number {
  if (state === "paid") return 1;
  return state === "failed" || state === "expired" ? 2 : 3;
}

export function refundCodeOf(state: Refund["state"]): number {
  return { success: 1, refused: 2, pending: 3, sent: 3 }[state];
}

/** 1 and 2 end it. */
export function verdictOf({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  const code = readObject(body)?.return_code;
  return { ok: status === 200 && (code === 1 || code === 2), text: `HTTP ${status}, return_code ${String(code)}` };
}
