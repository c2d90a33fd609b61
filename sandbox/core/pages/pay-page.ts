/** The page of one payment, the same for every vendor that has one: what is asked, and every way it may end. */
import type { Gateway } from "../gateway.ts";
import { formOf, type Incoming, type Reply } from "../http.ts";
import type { Payment } from "../ledger.ts";
import { finish, rulesOf, undecided } from "../settle.ts";
import { wallClock } from "../values/times.ts";
import type { Ending, Route } from "../vendor.ts";
import { dong, type Html, html, messagePage, page, seeOther } from "./pages.ts";

/** What the payer may choose on the page: an entry of the payment's details. */
type Choice = { name: string; label: string; options: readonly (readonly [value: string, label: string])[] };
export type PayPage = {
  vendor: string;
  path: string;
  /** Query parameter with the payment's token. */
  parameter: string;
  title: string;
  /** What the vendor shows beside amount and reference: names and values. */
  facts(payment: Payment): readonly (readonly [string, string])[];
  choices(payment: Payment): readonly Choice[];
};

export const outcomes = ["pay", "pay_otp", "insufficient_funds", "cancel", "expire", "close", "lose_return"] as const;
export type Outcome = (typeof outcomes)[number];
const labels: Readonly<Record<Outcome, string>> = {
  pay: "Thanh toán",
  pay_otp: "Thanh toán, hỏi mã OTP",
  insufficient_funds: "Không đủ số dư",
  cancel: "Hủy giao dịch",
  expire: "Để hết hạn",
  close: "Đóng trình duyệt, không trả tiền và không quay lại",
  lose_return: "Thanh toán nhưng mất đường quay lại cửa hàng",
};
export const OTP = "123456";
const MAX_OTP_FAILURES = 3;

export function payPageRoutes(definition: PayPage): Route[] {
  const { path } = definition;
  return [
    { method: "GET", path, operation: "page", handle: (gateway, request) => show(gateway, definition, request) },
    { method: "POST", path, operation: "page", handle: (gateway, request) => act(gateway, definition, request) },
  ];
}

function show(gateway: Gateway, definition: PayPage, request: Incoming): Reply {
  const payment = paymentOf(gateway, definition, request);
  if (!payment) return unknown();
  return about(
    payment,
    undecided.includes(payment.state) ? choose(gateway, definition, payment) : over(gateway, payment),
  );
}

async function act(gateway: Gateway, definition: PayPage, request: Incoming): Promise<Reply> {
  const payment = paymentOf(gateway, definition, request);
  if (!payment) return unknown();
  if (!undecided.includes(payment.state)) return about(payment, { ...over(gateway, payment), status: 409 });
  const form = formOf(request);
  for (const { name, options } of definition.choices(payment)) {
    const chosen = form.get(name);
    if (options.some(([value]) => value === chosen)) payment.details[name] = chosen ?? "";
  }
  return about(payment, await outcomeOf(gateway, definition, payment, form));
}

async function outcomeOf(
  gateway: Gateway,
  definition: PayPage,
  payment: Payment,
  form: URLSearchParams,
): Promise<Reply> {
  const outcome = form.get("outcome");
  switch (outcome) {
    case "pay":
    case "insufficient_funds":
    case "cancel":
    case "expire":
      return end(gateway, payment, outcome);
    case "pay_otp":
      return askOtp(gateway, payment);
    case "otp":
      return takeOtp(gateway, payment, form.get("otp") ?? "");
    case "close":
      return messagePage(
        200,
        "Trình duyệt đã đóng",
        "Giao dịch vẫn chờ cho đến khi hết hạn. Bạn có thể đóng trang này.",
      );
    case "lose_return":
      await finish(gateway, payment, "pay");
      return messagePage(200, "Đã thanh toán", "Trình duyệt không quay lại cửa hàng: chỉ còn thông báo từ máy chủ.");
    default:
      return { ...choose(gateway, definition, payment), status: 400 };
  }
}

async function end(gateway: Gateway, payment: Payment, ending: Ending): Promise<Reply> {
  await finish(gateway, payment, ending);
  return seeOther(rulesOf(gateway, payment).returnUrl(gateway, payment));
}

async function takeOtp(gateway: Gateway, payment: Payment, typed: string): Promise<Reply> {
  if (typed.trim() === OTP) return end(gateway, payment, "pay");
  payment.otp_failures += 1;
  return payment.otp_failures < MAX_OTP_FAILURES ? askOtp(gateway, payment) : end(gateway, payment, "wrong_otp");
}

function paymentOf(gateway: Gateway, { vendor, parameter }: PayPage, { query }: Incoming): Payment | undefined {
  const token = query.get(parameter);
  return gateway.state.payments.find((each) => each.vendor === vendor && each.token === token);
}

function choose(gateway: Gateway, definition: PayPage, payment: Payment): Reply {
  const minutes = Math.max(0, Math.ceil((payment.expires_at - gateway.clock.now()) / 60_000));
  const ends = wallClock(gateway.clock.wall() + payment.expires_at - gateway.clock.now());
  const rows = [
    ["Số tiền", dong(payment.amount)],
    ["Mã giao dịch", payment.ref],
    ...definition.facts(payment),
    ["Hết hạn", `${ends} (còn ${minutes} phút)`],
  ].map(([name = "", value = ""]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const choices = definition.choices(payment).map((choice) => choiceField(choice, payment.details[choice.name]));
  const buttons = outcomes.map(
    (outcome) => html`<button name="outcome" value="${outcome}">${labels[outcome]}</button>\n`,
  );
  return page(
    definition.title,
    html`<dl>${rows}</dl>
<form method="post">${choices}
<div class="choices" role="group" aria-label="Kết quả muốn thử">
${buttons}</div></form>`,
    { leads_to: [rulesOf(gateway, payment).returnUrl(gateway, payment)] },
  );
}

function choiceField({ name, label, options }: Choice, chosen: string | undefined): Html {
  const fields = options.map(([value, text], at) => {
    const checked = (chosen ?? options[0]?.[0]) === value ? html` checked` : html``;
    return html`<div><input type="radio" id="${name}-${at}" name="${name}" value="${value}"${checked}>
<label for="${name}-${at}">${text}</label></div>`;
  });
  return html`<fieldset><legend>${label}</legend>${fields}</fieldset>`;
}

function askOtp(gateway: Gateway, payment: Payment): Reply {
  const left = MAX_OTP_FAILURES - payment.otp_failures;
  const error =
    payment.otp_failures > 0 ? html`<p class="error" role="alert">Mã OTP không đúng, còn ${left} lần.</p>` : html``;
  return page(
    "Nhập mã OTP",
    html`${error}<form method="post"><p><label for="otp">Mã OTP (mã đúng là ${OTP})</label>
<input type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" required></p>
<div class="choices"><button name="outcome" value="otp">Xác nhận</button></div></form>`,
    { status: payment.otp_failures > 0 ? 422 : 200, leads_to: [rulesOf(gateway, payment).returnUrl(gateway, payment)] },
  );
}

const endedTexts: Readonly<Record<Payment["state"], string>> = {
  open: "",
  authorized: "",
  review: "",
  paid: "Giao dịch này đã được thanh toán.",
  failed: "Giao dịch này không thành công.",
  expired: "Giao dịch này đã hết hạn.",
};

function over(gateway: Gateway, payment: Payment): Reply {
  const back = rulesOf(gateway, payment).returnUrl(gateway, payment);
  return page(
    "Giao dịch đã kết thúc",
    html`<p>${endedTexts[payment.state]}</p><p><a href="${back}" rel="noreferrer">Quay lại cửa hàng</a></p>`,
  );
}

function about(payment: Payment, reply: Reply): Reply {
  return { ...reply, about: { ref: payment.ref, verdict: payment.state } };
}

function unknown(): Reply {
  return messagePage(404, "Không có giao dịch này", "Đường dẫn không đúng, hoặc trình mô phỏng đã được đặt lại.");
}
