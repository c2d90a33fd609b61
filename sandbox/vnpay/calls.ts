/** querydr, refund and the list of banks: POSTs from a merchant's server. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, formOf, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { isFirst, type Payment, paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { type FieldRule, wrongFields } from "../core/values/fields.ts";
import { readObject, textOf } from "../core/values/json.ts";
import { compactTime, momentOf } from "../core/values/times.ts";
import type { Route } from "../core/vendor.ts";
import { type CallCode, callMessages, refundStatus, transactionStatus } from "./codes.ts";
import { resultFields } from "./pay.ts";
import { callHash, type Fields, isSignedCall } from "./signature.ts";

const MAX_SKEW_MS = 15 * 60_000;
/** [assumed] What VNPAY and the bank take for a refund; half of it each. */
const REFUND_SECONDS = 120;
const common: Readonly<Record<string, FieldRule>> = {
  vnp_RequestId: { pattern: /^[A-Za-z0-9]{1,32}$/ },
  vnp_Version: { pattern: /^2\.1\.0$/ },
  vnp_TxnRef: { pattern: /^[A-Za-z0-9._-]{1,100}$/ },
  vnp_OrderInfo: { pattern: /^[A-Za-z0-9 .,:_-]{1,255}$/ },
  vnp_TransactionNo: { pattern: /^\d{1,15}$/, optional: true },
  vnp_TransactionDate: { pattern: /^\d{14}$/ },
  vnp_CreateDate: { pattern: /^\d{14}$/ },
  vnp_IpAddr: { pattern: /^[0-9A-Fa-f.:]{7,45}$/ },
};
const CALL_FIELDS = {
  querydr: common,
  refund: {
    ...common,
    vnp_TransactionType: { pattern: /^0[23]$/ },
    vnp_Amount: { pattern: /^[1-9]\d{0,9}00$/ },
    vnp_CreateBy: { pattern: /^[A-Za-z0-9 .@_-]{1,245}$/ },
  },
};

export const callRoutes: readonly Route[] = [
  { method: "POST", path: "/merchant_webapi/api/transaction", operation: "query", handle: call },
  { method: "POST", path: "/qrpayauth/api/merchant/get_bank_list", operation: "other", handle: bankList },
];

type Answer = { code: CallCode; payment?: Payment; refund?: Refund; isPending?: boolean };

function call(gateway: Gateway, { raw }: Incoming): Reply {
  const body = readObject(raw.toString("utf8"));
  const fields: Fields = Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, textOf(value) ?? ""]),
  );
  const command = fields.vnp_Command;
  const about: About = { ref: fields.vnp_TxnRef ?? "", verdict: command ?? "unreadable" };
  if (!body || (command !== "querydr" && command !== "refund")) return reply(gateway, fields, { code: "03" }, about);
  if (fields.vnp_TmnCode !== gateway.key("vnpay", "tmn_code")) return reply(gateway, fields, { code: "02" }, about);
  about.signature = isSignedCall(command, fields, gateway.key("vnpay", "hash_secret")) ? "valid" : "invalid";
  if (about.signature === "invalid") return reply(gateway, fields, { code: "97" }, about);
  const created = momentOf(fields.vnp_CreateDate ?? "");
  const isSkewed = created === undefined || Math.abs(gateway.clock.wall() - created) > MAX_SKEW_MS;
  if (wrongFields(CALL_FIELDS[command], fields).length > 0 || isSkewed)
    return reply(gateway, fields, { code: "03" }, about);
  const day = fields.vnp_CreateDate?.slice(0, 8);
  if (!isFirst(gateway.state, `vnpay:${day}:${fields.vnp_RequestId}`, command))
    return reply(gateway, fields, { code: "94" }, about);
  about.operation = command === "refund" ? "refund" : "query";
  const answer = command === "querydr" ? query(gateway, fields) : refund(gateway, fields);
  if (command === "querydr" && answer.payment && !answer.isPending) about.confirms = answer.payment.token;
  if (command === "refund" && answer.code === "00") about.has_refunded = true;
  return reply(gateway, fields, answer, about);
}

function find(gateway: Gateway, fields: Fields): Payment | undefined {
  return paymentsOf(gateway.state, "vnpay", fields.vnp_TxnRef ?? "").find(
    ({ details }) => details.vnp_CreateDate === fields.vnp_TransactionDate,
  );
}

/** Of a refund by its own number, else of the latest refund, else of the payment. */
function query(gateway: Gateway, fields: Fields): Answer {
  const payment = find(gateway, fields);
  const number = fields.vnp_TransactionNo ?? "";
  const refund = payment?.refunds.find(({ txn }) => txn === number) ?? payment?.refunds.at(-1);
  const isOther = number !== "" && number !== "0" && number !== payment?.txn && number !== refund?.txn;
  if (!payment || isOther) return { code: "91" };
  if (saysPending(gateway, "vnpay", payment.ref)) return { code: "00", payment, isPending: true };
  return refund ? { code: "00", payment, refund } : { code: "00", payment };
}

function refund(gateway: Gateway, fields: Fields): Answer {
  const payment = find(gateway, fields);
  const number = fields.vnp_TransactionNo ?? "";
  if (!payment || (number !== "" && number !== "0" && number !== payment.txn)) return { code: "91" };
  if (payment.state !== "paid") return { code: "95", payment };
  if (refunded(payment, ["pending", "sent"]) > 0) return { code: "94", payment };
  const amount = Number(fields.vnp_Amount) / 100;
  const left = payment.captured - refunded(payment, ["success"]);
  const isFull = fields.vnp_TransactionType === "02";
  if (amount > left || isFull !== (amount === payment.captured)) return { code: "99", payment };
  const made: Refund = {
    ref: fields.vnp_RequestId ?? "",
    txn: gateway.ids.digits("vnpay transaction", 14),
    amount,
    state: "pending",
    asked_at: gateway.clock.wall(),
    details: { type: isFull ? "02" : "03" },
  };
  payment.refunds.push(made);
  const refused = takeFault(gateway.state, "refund_refused", "vnpay", payment.ref);
  const steps = refused
    ? [["refused", refused.seconds ?? 60] as const]
    : [["sent", REFUND_SECONDS / 2] as const, ["success", REFUND_SECONDS] as const];
  for (const [state, seconds] of steps) {
    gateway.clock.schedule(
      { vendor: "vnpay", name: "refund", data: { token: payment.token, txn: made.txn, state } },
      seconds,
    );
  }
  return { code: "00", payment, refund: { ...made } };
}

function reply(gateway: Gateway, asked: Fields, { code, payment, refund, isPending }: Answer, about: About): Reply {
  const command = asked.vnp_Command === "refund" ? "refund" : "querydr";
  const fields: Record<string, string> = {
    vnp_ResponseId: gateway.ids.hex("vnpay response", 32),
    vnp_Command: command,
    vnp_ResponseCode: code,
    vnp_Message: callMessages[code],
    vnp_TmnCode: asked.vnp_TmnCode ?? "",
    vnp_TxnRef: asked.vnp_TxnRef ?? "",
  };
  if (payment && code === "00") {
    const { vnp_BankCode = "", vnp_PayDate = "", vnp_OrderInfo = "" } = resultFields(payment);
    Object.assign(fields, {
      vnp_Amount: String((refund?.amount ?? (payment.captured || payment.amount)) * 100),
      vnp_OrderInfo,
      vnp_TransactionType: refund?.details.type ?? "01",
      vnp_TransactionStatus: isPending ? "01" : refund ? refundStatus(refund) : transactionStatus(payment),
      vnp_TransactionNo: isPending ? "0" : (refund?.txn ?? (payment.txn || "0")),
    });
    if (payment.state !== "open" && !isPending) Object.assign(fields, { vnp_BankCode, vnp_PayDate });
    if (refund) fields.vnp_PayDate = compactTime(refund.asked_at);
  }
  fields.vnp_SecureHash = callHash(`${command}.response`, fields, gateway.key("vnpay", "hash_secret"));
  return jsonReply(200, JSON.stringify(fields), { ...about, verdict: `${about.verdict} ${code}` });
}

/** [assumed] The columns; a few banks are enough to choose one. */
function bankList(gateway: Gateway, request: Incoming): Reply {
  const code = formOf(request).get("tmn_code");
  const banks = code === gateway.key("vnpay", "tmn_code") ? ["NCB", "VIETCOMBANK", "TECHCOMBANK"] : [];
  const list = banks.map((bank, at) => ({ bank_code: bank, bank_name: bank, bank_type: "1", display_order: at + 1 }));
  return jsonReply(200, JSON.stringify(list));
}
