/**
 * What browsers load of the gateway: the script that puts its fields into a merchant's page, each field in a frame of the
 * gateway's own, and the issuer's pages of 3-D Secure. The merchant's page has no field of a card.
 */
import { createHash } from "node:crypto";
import type { Gateway } from "../core/gateway.ts";
import { formOf, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import type { Payment } from "../core/ledger.ts";
import { dong, html, messagePage, page } from "../core/pages/pages.ts";
import { OTP } from "../core/pages/pay-page.ts";
import { undecided } from "../core/settle.ts";
import type { Route } from "../core/vendor.ts";
import { isCardNumber } from "./cards.ts";
import keys from "./keys.json" with { type: "json" };
import { fieldScript, sessionScript } from "./scripts.ts";
import { cardOf, sessionOf } from "./state.ts";

const VERSION = "73";
const SCRIPT = `/form/version/${VERSION}/merchant/${keys.merchant_id}/session.js`;
const MAX_OTP_FAILURES = 3;
export const version = VERSION;

export const pageRoutes: readonly Route[] = [
  { method: "GET", path: SCRIPT, operation: "page", handle: script },
  { method: "GET", path: "/form/field", operation: "page", handle: field },
  { method: "POST", path: "/form/session", operation: "page", handle: takeField },
  { method: "POST", path: "/acs/method", operation: "page", handle: () => page("3-D Secure", html`<p>…</p>`, framed) },
  { method: "POST", path: "/acs/challenge", operation: "page", handle: challenge },
];

/** Of the issuer: shown in a frame of whatever merchant. */
const framed = { framed: true } as const;

function script(): Reply {
  return { status: 200, headers: { "content-type": "text/javascript; charset=utf-8" }, body: sessionScript };
}

const FIELDS: Readonly<Record<string, { label: string; example: string; complete: string; pattern: RegExp }>> = {
  number: { label: "Số thẻ", example: "5123 4500 0000 0008", complete: "cc-number", pattern: /^\d{13,19}$/ },
  expiryMonth: { label: "Tháng hết hạn", example: "01", complete: "cc-exp-month", pattern: /^(0?[1-9]|1[0-2])$/ },
  expiryYear: { label: "Năm hết hạn", example: "39", complete: "cc-exp-year", pattern: /^(20)?\d\d$/ },
  securityCode: { label: "Mã bảo mật", example: "100", complete: "cc-csc", pattern: /^\d{3,4}$/ },
};
const STYLE =
  "html,body{margin:0;height:100%;background:transparent}input{box-sizing:border-box;width:100%;height:100%;border:0;padding:0 12px;font:16px system-ui,sans-serif;background:transparent;color:CanvasText;outline-offset:-2px}:root{color-scheme:light dark}label{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}";
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** One field, in a frame of the merchant's page. */
function field({ settings }: Gateway, { query }: Incoming): Reply {
  const name = query.get("field") ?? "";
  const known = FIELDS[name];
  if (!known) return messagePage(404, "Không có trường này", "");
  const label = (query.get("label") ?? "").slice(0, 60) || known.label;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(fieldScript)}`,
    `style-src ${hashOf(STYLE)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${new URL(settings.shop_url).origin}`,
  ].join("; ");
  const input = html`<label for="f">${label}</label><input id="f" name="${name}" inputmode="numeric" autocomplete="${known.complete}" placeholder="${known.example}" maxlength="23">`;
  const body = `<!doctype html><html lang="vi"><head><meta charset="utf-8"><title>${name}</title><style>${STYLE}</style></head><body>${input.html}<script>${fieldScript}</script></body></html>`;
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    body,
  };
}

/** A field's frame hands its own value over; the answer says whether it will do, and of a whole card what may be shown. */
function takeField(gateway: Gateway, incoming: Incoming): Reply {
  const form = formOf(incoming);
  const [name, session] = [form.get("field") ?? "", sessionOf(gateway, form.get("session") ?? "")];
  const value = (form.get("value") ?? "").replace(/\s/g, "");
  const known = FIELDS[name];
  const about = { ref: session?.ref ?? "" };
  if (!known || !session) return jsonReply(400, '{"status":"system_error"}', about);
  const isWrong = !known.pattern.test(value) || (name === "number" && !isCardNumber(value));
  if (isWrong) {
    const reason = value === "" ? "missing" : "invalid";
    return jsonReply(200, JSON.stringify({ status: "fields_in_error", reason }), about);
  }
  const stored = {
    number: "number",
    expiryMonth: "expiry_month",
    expiryYear: "expiry_year",
    securityCode: "security_code",
  };
  session[stored[name as keyof typeof stored]] = value;
  return jsonReply(200, JSON.stringify({ status: "ok", card: cardOf(session) ?? null }), about);
}

/** HTML that posts a form of itself, as an issuer's first page is handed to a merchant. */
const posting = (gateway: Gateway, path: string, token: string, target: string): string =>
  `<div id="threedsRedirect"><form id="threedsForm" method="POST" action="${gateway.pageUrl(`/mpgs${path}`)}"${target}><input type="hidden" name="t" value="${token}"></form>${target ? '<iframe name="methodFrame" title="3-D Secure"></iframe>' : ""}<script>document.getElementById("threedsForm").submit()</script></div>`;

export const methodHtml = (gateway: Gateway, { token }: Payment): string =>
  posting(gateway, "/acs/method", token, ' target="methodFrame"');
export const challengeHtml = (gateway: Gateway, { token }: Payment): string =>
  posting(gateway, "/acs/challenge", token, "");

/** The issuer asks for a code; however it ends, the browser is posted back to the merchant. */
function challenge(gateway: Gateway, incoming: Incoming): Reply {
  const form = formOf(incoming);
  const payment = gateway.state.payments.find((each) => each.vendor === "mpgs" && each.token === form.get("t"));
  if (!payment || !undecided.includes(payment.state)) return messagePage(404, "Không có giao dịch này", "");
  const { details, ref } = payment;
  const about = { ref };
  const outcome = form.get("outcome");
  if (details.authentication === "AUTHENTICATION_PENDING" && outcome === "confirm") {
    if ((form.get("otp") ?? "").trim() === OTP) details.authentication = "AUTHENTICATION_SUCCESSFUL";
    else payment.otp_failures += 1;
    if (payment.otp_failures >= MAX_OTP_FAILURES) details.authentication = "AUTHENTICATION_UNSUCCESSFUL";
  } else if (details.authentication === "AUTHENTICATION_PENDING" && outcome === "cancel") {
    details.authentication = "AUTHENTICATION_UNSUCCESSFUL";
  }
  if (details.authentication !== "AUTHENTICATION_PENDING") return { ...back(payment), about };
  const wrong = payment.otp_failures > 0 && outcome === "confirm";
  const error = wrong
    ? html`<p class="error" role="alert">Mã chưa đúng, còn ${MAX_OTP_FAILURES - payment.otp_failures} lần.</p>`
    : html``;
  const asked = page(
    "Ngân hàng phát hành thẻ",
    html`${error}<dl><dt>Số tiền</dt><dd>${dong(payment.amount)}</dd><dt>Thẻ</dt><dd>•••• ${(details.card ?? "").slice(-4)}</dd></dl>
<form method="post"><input type="hidden" name="t" value="${payment.token}"><p><label for="otp">Mã xác thực (mã đúng là ${OTP})</label>
<input type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code"></p>
<div class="choices"><button name="outcome" value="confirm">Xác nhận</button><button name="outcome" value="cancel">Hủy</button></div></form>`,
    { ...framed, status: wrong ? 422 : 200, leads_to: [details.redirectResponseUrl ?? ""] },
  );
  return { ...asked, about };
}

/** A button without a script, which the payer's browser posts to the merchant; a real issuer's page presses it by itself. */
function back({ details, ref }: Payment): Reply {
  const isProven = details.authentication === "AUTHENTICATION_SUCCESSFUL";
  const url = details.redirectResponseUrl ?? "";
  const fields = {
    "order.id": ref,
    "transaction.id": details.auth_txn ?? "",
    result: isProven ? "SUCCESS" : "FAILURE",
    "response.gatewayRecommendation": isProven ? "PROCEED" : "DO_NOT_PROCEED",
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const press = "document.forms[0].submit()";
  const body = html`<p>Đang quay lại cửa hàng.</p><form method="post" action="${url}">${inputs}<button>Tiếp tục</button></form>`;
  return page("Ngân hàng phát hành thẻ", body, { ...framed, leads_to: [url], script: press });
}
