/** SePay, Casso and payOS: each says in its own form that money moved on an account. */
import type { Ipn } from "../core/ledger.ts";
import { type JsonObject, readObject } from "../core/values/json.ts";
import { wallClock } from "../core/values/times.ts";
import type { ReceivedReply, Sender, Signing } from "../core/vendor.ts";
import { cassoHeader, payosSignature, sepaySignature } from "./signature.ts";

/** Minutes between the tries of SePay: 1, 1, 2, 3, 5, 8, 13. */
const FIBONACCI_SECONDS = [1, 1, 2, 3, 5, 8, 13].map((minutes) => minutes * 60);

export const senders: readonly Sender[] = [
  { name: "sepay", retry: FIBONACCI_SECONDS, timeout_seconds: 5, compose: composeSepay, verdictOf: sepayVerdict },
  // [assumed] Nothing is published about tries of the other two, so there is one.
  { name: "casso", retry: [], timeout_seconds: 30, compose: composeCasso, verdictOf: anySuccess },
  { name: "payos", retry: [], timeout_seconds: 30, compose: composePayos, verdictOf: anySuccess },
];

function composeSepay({ url, ref, amount, data }: Ipn, { key, portal, spoil, wall }: Signing) {
  const body = JSON.stringify({
    id: data.id,
    gateway: data.bank,
    transactionDate: wallClock(Number(data.booked_at)),
    accountNumber: data.account,
    subAccount: data.virtual_account || null,
    code: data.code || null,
    content: ref,
    transferType: data.direction,
    description: ref,
    transferAmount: amount,
    accumulated: data.balance,
    referenceCode: data.reference,
  });
  const seconds = String(Math.floor(wall / 1000));
  const signed = {
    "x-sepay-timestamp": seconds,
    "x-sepay-signature": spoil(sepaySignature(key("sepay_hmac_secret"), seconds, body)),
  };
  const proof = portal("sepay_auth") === "apikey" ? { authorization: `Apikey ${spoil(key("sepay_api_key"))}` } : signed;
  return post(url, body, proof);
}

function composeCasso({ url, ref, amount, data }: Ipn, { key, portal, spoil, wall }: Signing) {
  const signedAmount = data.direction === "out" ? -amount : amount;
  if (portal("casso_version") === "1") {
    const line = {
      id: data.id,
      tid: data.reference,
      description: ref,
      amount: signedAmount,
      cusum_balance: data.balance,
      when: wallClock(Number(data.booked_at)),
      bank_sub_acc_id: data.account,
      virtualAccount: data.virtual_account ?? "",
    };
    const token = spoil(key("casso_secure_token"));
    return post(url, JSON.stringify({ error: 0, data: [line] }), { "secure-token": token });
  }
  const body: JsonObject = {
    error: 0,
    data: {
      id: data.id ?? 0,
      reference: data.reference ?? "",
      description: ref,
      amount: signedAmount,
      runningBalance: data.balance ?? 0,
      transactionDateTime: wallClock(Number(data.booked_at)),
      accountNumber: data.account ?? "",
      bankName: data.bank ?? "",
      bankAbbreviation: data.bank ?? "",
      virtualAccountNumber: data.virtual_account ?? "",
      virtualAccountName: "",
      ...counterAccount,
    },
  };
  return post(url, JSON.stringify(body), {
    "x-casso-signature": cassoHeader(key("casso_checksum_key"), String(wall), body, spoil),
  });
}

/** `orderCode` is a number that the merchant gave with its link; here, the digits of the text. */
function composePayos({ url, ref, amount, data: event }: Ipn, { key, spoil }: Signing) {
  const data: JsonObject = {
    orderCode: Number(/\d{1,15}/.exec(ref)?.[0] ?? 0),
    amount,
    description: ref,
    accountNumber: event.account ?? "",
    reference: event.reference ?? "",
    transactionDateTime: wallClock(Number(event.booked_at)),
    currency: "VND",
    paymentLinkId: event.link ?? "",
    code: "00",
    desc: "Thành công",
    counterAccountBankId: counterAccount.counterAccountBankId,
    counterAccountBankName: counterAccount.counterAccountBankName,
    counterAccountName: counterAccount.counterAccountName,
    counterAccountNumber: counterAccount.counterAccountNumber,
    virtualAccountName: "",
    virtualAccountNumber: event.virtual_account ?? "",
  };
  const signature = spoil(payosSignature(key("payos_checksum_key"), data));
  return post(url, JSON.stringify({ code: "00", desc: "success", success: true, data, signature }), {});
}

const counterAccount = {
  counterAccountName: "NGUYEN VAN A",
  counterAccountNumber: "8888888888",
  counterAccountBankId: "970415",
  counterAccountBankName: "VietinBank",
};

function post(url: string, body: string, headers: Readonly<Record<string, string>>) {
  return { method: "POST" as const, url, headers: { "content-type": "application/json", ...headers }, body };
}

function sepayVerdict({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  const isSuccess = readObject(body)?.success === true;
  return { ok: status >= 200 && status < 300 && isSuccess, text: `HTTP ${status}, success ${isSuccess}` };
}

function anySuccess({ status }: ReceivedReply): { ok: boolean; text: string } {
  return { ok: status >= 200 && status < 300, text: `HTTP ${status}` };
}
