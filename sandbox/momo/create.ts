/** create: a merchant's server asks, a page of MoMo is answered. */
import type { Gateway } from "../core/gateway.ts";
import { type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { isFirst, type Payment, paymentsOf } from "../core/ledger.ts";
import { payPageRoutes } from "../core/pages/pay-page.ts";
import { type FieldRule, isHttpUrl, wrongFields } from "../core/values/fields.ts";
import { writeJson } from "../core/values/json.ts";
import type { Route } from "../core/vendor.ts";
import { messageOf } from "./codes.ts";
import { type Request, read, secretsOf } from "./requests.ts";
import { isSigned } from "./signature.ts";

/** [assumed] How long a page lives. */
const PAGE_SECONDS = 15 * 60;
const PAGE = "/v2/gateway/pay";
const CREATE_FIELDS: Readonly<Record<string, FieldRule>> = {
  requestId: { pattern: /^.{1,50}$/ },
  amount: { pattern: /^\d{1,15}$/ },
  orderId: { pattern: /^(?=.{1,50}$)[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/ },
  orderInfo: { pattern: /^.{1,200}$/su },
  redirectUrl: { pattern: /^https?:\/\/.{1,193}$/ },
  ipnUrl: { pattern: /^https?:\/\/[^?#]{1,193}$/ },
  requestType: { pattern: /^(captureWallet|payWithATM|payWithCC|payWithMethod)$/ },
  extraData: { pattern: /^[A-Za-z0-9+/]+={0,2}$/, optional: true },
  lang: { pattern: /^(vi|en)$/ },
  autoCapture: { pattern: /^(true|false)$/, optional: true },
};
/** Đồng, by requestType; a contract may have others. */
const limits: Readonly<Record<string, readonly [min: number, max: number]>> = {
  captureWallet: [1_000, 50_000_000],
  payWithATM: [10_000, 50_000_000],
  payWithCC: [1_000, 10_000_000],
  payWithMethod: [1_000, 50_000_000],
};
const methods: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  captureWallet: [
    ["qr", "Quét mã bằng ứng dụng"],
    ["webApp", "Ví trên trình duyệt"],
  ],
  payWithATM: [["napas", "Thẻ ATM nội địa"]],
  payWithCC: [["credit", "Thẻ quốc tế"]],
  payWithMethod: [
    ["qr", "Quét mã bằng ứng dụng"],
    ["webApp", "Ví trên trình duyệt"],
    ["napas", "Thẻ ATM nội địa"],
    ["credit", "Thẻ quốc tế"],
  ],
};

export const createRoutes: readonly Route[] = [
  { method: "POST", path: "/v2/gateway/api/create", operation: "create", handle: create },
  ...payPageRoutes({
    vendor: "momo",
    path: PAGE,
    parameter: "t",
    title: "Thanh toán qua MoMo (mô phỏng)",
    facts: ({ details }) => [["Nội dung", details.orderInfo ?? ""]],
    choices: ({ details }) => {
      const options = methods[details.requestType ?? ""] ?? [];
      return options.length > 1 ? [{ name: "payType", label: "Nguồn tiền", options }] : [];
    },
  }),
];

function create(gateway: Gateway, incoming: Incoming): Reply {
  const request = read(incoming);
  const { fields } = request;
  const about = { ref: fields.orderId ?? "", signature: "invalid" as "valid" | "invalid" };
  if (isSigned("create", fields, secretsOf(gateway))) about.signature = "valid";
  const running = `momo:${fields.requestId}`;
  if (about.signature === "valid" && gateway.running.has(running))
    return answer(gateway, request, "7000", { status: 422, about });
  const code = refusalOf(gateway, request, about.signature === "valid");
  if (code) return answer(gateway, request, code, { status: 400, about });
  const payment = gateway.open({
    vendor: "momo",
    ref: fields.orderId ?? "",
    amount: Number(fields.amount),
    seconds: PAGE_SECONDS,
    details: { ...fields, payType: methods[fields.requestType ?? ""]?.[0]?.[0] ?? "" },
  });
  return answer(gateway, request, "0", { status: 200, about: { ...about, created: payment.token, running }, payment });
}

function refusalOf(gateway: Gateway, { fields, body }: Request, isValid: boolean): string | undefined {
  if (!body) return "20";
  if (fields.partnerCode !== gateway.key("momo", "partner_code")) return "11";
  if (!isValid) return "13";
  const isMissing = typeof body.extraData !== "string" || typeof body.amount !== "number";
  if (isMissing || wrongFields(CREATE_FIELDS, fields).length > 0) return "20";
  if (!isHttpUrl(fields.redirectUrl ?? "") || !isHttpUrl(fields.ipnUrl ?? "")) return "20";
  const amount = Number(fields.amount);
  if (amount <= 0) return "21";
  const [min, max] = limits[fields.requestType ?? ""] ?? [0, 0];
  if (amount < min || amount > max) return "22";
  if (paymentsOf(gateway.state, "momo", fields.orderId ?? "").length > 0) return "41";
  return isFirst(gateway.state, `momo:${fields.requestId}`, "create") ? undefined : "40";
}

type Answer = { status: number; about: Reply["about"]; payment?: Payment };

function answer(gateway: Gateway, { fields }: Request, code: string, { status, about, payment }: Answer): Reply {
  const result = {
    partnerCode: fields.partnerCode ?? "",
    orderId: fields.orderId ?? "",
    requestId: fields.requestId ?? "",
    amount: Number(fields.amount ?? 0),
    responseTime: gateway.clock.wall(),
    message: messageOf(code),
    resultCode: Number(code),
  };
  const links = payment ? linksOf(gateway, payment) : {};
  return jsonReply(status, writeJson({ ...result, ...links }), { ...about, verdict: `resultCode ${code}` });
}

/** `qrCodeUrl` is the content of a QR code, not a picture. */
function linksOf(gateway: Gateway, { token, details }: Payment): Record<string, string> {
  const payUrl = gateway.pageUrl(`/momo${PAGE}?t=${token}`);
  const app = `momo://app?action=payWithApp&isScanQR=true&sid=${token}`;
  return details.requestType === "captureWallet"
    ? { payUrl, deeplink: app.replace("isScanQR=true", "isScanQR=false"), qrCodeUrl: app }
    : { payUrl };
}
