/** The signed GET by which a browser comes to VNPAY, and the page behind it. */
import type { Gateway } from "../core/gateway.ts";
import type { About, Incoming, Reply } from "../core/http.ts";
import { type Payment, paymentsOf } from "../core/ledger.ts";
import { messagePage } from "../core/pages/pages.ts";
import { payPageRoutes } from "../core/pages/pay-page.ts";
import { isHttpUrl, wrongFields } from "../core/values/fields.ts";
import { compactTime, momentOf } from "../core/values/times.ts";
import type { Route } from "../core/vendor.ts";
import { type Fields, isSignedUrl, urlText } from "./signature.ts";

const MAX_SKEW_MS = 15 * 60_000;
const PAY_FIELDS = {
  vnp_Version: { pattern: /^2\.1\.0$/ },
  vnp_Command: { pattern: /^pay$/ },
  vnp_TmnCode: { pattern: /^[A-Za-z0-9]{8}$/ },
  vnp_Amount: { pattern: /^[1-9]\d{0,9}00$/ },
  vnp_BankCode: { pattern: /^[A-Za-z0-9]{3,20}$/, optional: true },
  vnp_CreateDate: { pattern: /^\d{14}$/ },
  vnp_ExpireDate: { pattern: /^\d{14}$/ },
  vnp_CurrCode: { pattern: /^VND$/ },
  vnp_IpAddr: { pattern: /^[0-9A-Fa-f.:]{7,45}$/ },
  vnp_Locale: { pattern: /^(vn|en)$/ },
  vnp_OrderInfo: { pattern: /^[A-Za-z0-9 .,:_-]{1,255}$/ },
  vnp_OrderType: { pattern: /^[A-Za-z0-9_-]{1,100}$/ },
  vnp_ReturnUrl: { pattern: /^.{10,255}$/ },
  vnp_TxnRef: { pattern: /^[A-Za-z0-9._-]{1,100}$/ },
  vnp_SecureHash: { pattern: /^[0-9A-Fa-f]{128}$/ },
};
const refusals: Readonly<Record<string, string>> = {
  "01": "Giao dịch đã tồn tại",
  "02": "Mã website không hợp lệ",
  "03": "Dữ liệu gửi sang không đúng định dạng",
  "11": "Đã hết hạn chờ thanh toán",
  "97": "Sai chữ ký",
};
const CHOICES = [
  ["NCB", "Thẻ nội địa (NCB)"],
  ["VNPAYQR", "VNPAY-QR"],
  ["VISA", "Thẻ quốc tế (Visa)"],
] as const;
const PAGE = "/paymentv2/Transaction/PaymentMethod.html";

export const payRoutes: readonly Route[] = [
  { method: "GET", path: "/paymentv2/vpcpay.html", operation: "create", handle: create },
  ...payPageRoutes({
    vendor: "vnpay",
    path: PAGE,
    parameter: "token",
    title: "Thanh toán qua VNPAY (mô phỏng)",
    facts: ({ details }) => [["Nội dung", details.vnp_OrderInfo ?? ""]],
    choices: ({ details }) =>
      details.vnp_BankCode ? [] : [{ name: "bank", label: "Phương thức thanh toán", options: CHOICES }],
  }),
];

function create(gateway: Gateway, { query }: Incoming): Reply {
  const fields: Fields = Object.fromEntries(query);
  const signature = isSignedUrl(fields, gateway.key("vnpay", "hash_secret")) ? "valid" : "invalid";
  const about: About = { ref: fields.vnp_TxnRef ?? "", signature };
  const found = check(gateway, query, fields, signature === "valid");
  if (typeof found === "string") {
    const title = `Giao dịch bị từ chối (mã ${found})`;
    const wrong = found === "03" ? `: ${wrongFields(PAY_FIELDS, fields).join(", ")}` : "";
    return {
      ...messagePage(400, title, `${refusals[found]}${wrong}.`),
      about: { ...about, verdict: `refused ${found}` },
    };
  }
  const payment = found.payment ?? store(gateway, fields);
  // Relative, so that it works below the shop's prefix too.
  const location = `Transaction/PaymentMethod.html?token=${payment.token}`;
  return {
    status: 302,
    headers: { location },
    body: "",
    about: { ...about, created: found.payment ? "" : payment.token, verdict: "accepted" },
  };
}

/** A refusal's code, or the open payment that this very URL made. */
function check(
  gateway: Gateway,
  query: URLSearchParams,
  fields: Fields,
  isSigned: boolean,
): string | { payment: Payment | undefined } {
  const wall = gateway.clock.wall();
  if (fields.vnp_TmnCode !== gateway.key("vnpay", "tmn_code")) return "02";
  if (!isSigned) return "97";
  const hasDouble = [...query.keys()].some((name) => query.getAll(name).length > 1);
  if (hasDouble || wrongFields(PAY_FIELDS, fields).length > 0 || !isHttpUrl(fields.vnp_ReturnUrl ?? "")) return "03";
  const created = momentOf(fields.vnp_CreateDate ?? "");
  const expires = momentOf(fields.vnp_ExpireDate ?? "");
  if (created === undefined || expires === undefined || Math.abs(wall - created) > MAX_SKEW_MS) return "03";
  if (expires <= wall) return "11";
  const day = (text = "") => text.slice(0, 8);
  const same = paymentsOf(gateway.state, "vnpay", fields.vnp_TxnRef ?? "").find(
    ({ details }) => day(details.vnp_CreateDate) === day(fields.vnp_CreateDate),
  );
  if (!same) return { payment: undefined };
  return same.state === "open" && same.details.signed === urlText(fields) ? { payment: same } : "01";
}

function store(gateway: Gateway, fields: Fields): Payment {
  const seconds = ((momentOf(fields.vnp_ExpireDate ?? "") ?? 0) - gateway.clock.wall()) / 1000;
  const names = ["vnp_OrderInfo", "vnp_CreateDate", "vnp_ReturnUrl", "vnp_BankCode"];
  const details = Object.fromEntries(names.map((name) => [name, fields[name] ?? ""]));
  return gateway.open({
    vendor: "vnpay",
    ref: fields.vnp_TxnRef ?? "",
    amount: Number(fields.vnp_Amount) / 100,
    seconds,
    details: { ...details, signed: urlText(fields) },
  });
}

/** As in an ipn and in the browser's return; 0 is a transaction number that was never given. */
export function resultFields(payment: Payment): Record<string, string> {
  const { details, state, ended_at } = payment;
  const bank = details.vnp_BankCode || details.bank || "NCB";
  const isThere = state === "paid" || state === "review";
  return {
    vnp_BankCode: bank,
    vnp_BankTranNo: isThere ? `VNP${payment.txn}` : "",
    vnp_CardType: /QR/.test(bank) ? "QRCODE" : "ATM",
    vnp_PayDate: compactTime(ended_at ?? payment.created_at),
    vnp_OrderInfo: details.vnp_OrderInfo ?? "",
    vnp_TransactionNo: payment.txn || "0",
  };
}
