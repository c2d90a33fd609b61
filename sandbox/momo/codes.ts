/** MoMo's result codes and what it makes of an ipn's reply. */
import type { Payment, PaymentState } from "../core/ledger.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";

export const codes: Readonly<Record<Ending, string>> = {
  pay: "0",
  insufficient_funds: "1001",
  cancel: "1006",
  expire: "1005",
  wrong_otp: "1002",
};

const messages: Readonly<Record<string, string>> = {
  "0": "Successful.",
  "11": "Access denied.",
  "13": "Merchant authentication failed.",
  "20": "Bad format request.",
  "21": "Invalid transaction amount.",
  "22": "The transaction amount is out of range.",
  "40": "Duplicated requestId.",
  "41": "Duplicated orderId.",
  "42": "Invalid orderId or orderId is not found.",
  "43": "Request conflict.",
  "1000": "Transaction is initiated, waiting for user confirmation.",
  "1001": "Giao dịch thất bại do tài khoản không đủ tiền.",
  "1002": "Giao dịch bị từ chối do nhà phát hành tài khoản thanh toán.",
  "1005": "Giao dịch thất bại do url hoặc QR code đã hết hạn.",
  "1006": "Giao dịch bị từ chối bởi người dùng.",
  "1017": "Giao dịch bị hủy bởi đối tác.",
  "1080": "Giao dịch hoàn tiền bị từ chối.",
  "1081": "Giao dịch hoàn tiền bị từ chối: đã hoàn hết.",
  "1088": "Giao dịch hoàn tiền bị từ chối: giao dịch gốc không được hoàn.",
  "7000": "Transaction is being processed.",
  "7002": "Transaction is being processed by the provider of the payment instrument.",
  "9000": "Transaction is authorized successfully.",
};

export function messageOf(code: string): string {
  return messages[code] ?? "Unknown error.";
}

/** 1000, 7000, 7002 and 8000 are not decided yet; 9000 is reserved and waits for confirm. */
export function stateOf(code: string, { details, state }: Pick<Payment, "details" | "state">): PaymentState {
  if (code === "0") return details.autoCapture === "false" && state === "open" ? "authorized" : "paid";
  if (code === "9000") return "authorized";
  if (["1000", "7000", "7002", "8000"].includes(code)) return "review";
  return code === "1005" ? "expired" : "failed";
}

/** What messages and queries say of it now. */
export function codeOf({ state, code }: Pick<Payment, "state" | "code">): string {
  return state === "authorized" ? "9000" : code || "1000";
}

/** 204 without a body; what MoMo says of anything else is not published, and it does not call again. */
export function verdictOf({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  return { ok: status === 204 && body === "", text: `HTTP ${status}${body === "" ? "" : " with a body"}` };
}
