/**
 * NAPAS's hosted form: its script on a merchant's page, played by a few buttons; no number of a card is asked for. What it
 * answers the script posts to the merchant's address, from the browser, as NAPAS's own form does.
 */
import type { Gateway } from "../core/gateway.ts";
import { formOf, type Incoming, type Reply } from "../core/http.ts";
import { finish, undecided } from "../core/settle.ts";
import type { Ending, Route } from "../core/vendor.ts";
import { codes, signedResult, statedOf } from "./results.ts";

const VENDOR = "napas";
/** Behind the vendor's prefix, as the script element names it. */
const SCRIPT = "/api/restjs/resources/js/napas.hostedform.min.js";
const PAY = "/api/hostedform/pay";

const WIDGET = `(() => {
  const script = document.getElementById("napas-widget-script");
  const form = document.getElementById("merchant-form");
  const place = document.getElementById("napas-widget-container");
  if (!script || !form || !place) return;
  const root = script.src.replace(/\\/restjs\\/.*$/, "");
  const title = document.createElement("p");
  title.textContent = "SANDBOX – NAPAS (mô phỏng): chọn kết quả muốn thử. Không nhập số thẻ.";
  place.append(title);
  const outcomes = { pay: "Thẻ 9704…0018, mã OTP đúng", insufficient_funds: "Không đủ số dư", cancel: "Hủy giao dịch", wrong_otp: "Sai mã OTP" };
  for (const [outcome, label] of Object.entries(outcomes)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-secondary";
    button.textContent = label;
    button.addEventListener("click", async () => {
      const body = new URLSearchParams({ dataKey: script.getAttribute("dataKey") ?? "", outcome });
      const answer = await fetch(root + "/hostedform/pay", { method: "POST", body });
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = "napasResult";
      field.value = await answer.text();
      form.append(field);
      form.submit();
    });
    place.append(button);
  }
})();
`;

export const formRoutes: readonly Route[] = [
  { method: "GET", path: SCRIPT, operation: "page", handle: () => text(200, WIDGET, "text/javascript; charset=utf-8") },
  { method: "POST", path: PAY, operation: "page", handle: pay },
];

/** A merchant's page of any origin may load it and call it. */
function text(status: number, body: string, type: string): Reply {
  return { status, headers: { "content-type": type, "access-control-allow-origin": "*" }, body };
}

async function pay(gateway: Gateway, incoming: Incoming): Promise<Reply> {
  const form = formOf(incoming);
  const key = form.get("dataKey");
  const payment = gateway.state.payments.find(({ vendor, token }) => vendor === VENDOR && token === key);
  const outcome = form.get("outcome") ?? "";
  if (!payment || !Object.hasOwn(codes, outcome)) return text(404, "", "text/plain");
  if (undecided.includes(payment.state)) await finish(gateway, payment, outcome as Ending);
  const stated = statedOf(gateway.key(VENDOR, "merchant_id"), payment);
  return text(200, signedResult(stated, gateway.key(VENDOR, "client_secret")), "application/json");
}
