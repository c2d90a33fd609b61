/** The bank's application: reads a VietQR text, lets everything be edited, and transfers in the ways that go wrong. */
import type { Gateway } from "../core/gateway.ts";
import { formOf, type Incoming, type Reply } from "../core/http.ts";
import { dong, html, messagePage, page } from "../core/pages/pages.ts";
import { OTP } from "../core/pages/pay-page.ts";
import type { Route } from "../core/vendor.ts";
import { bankOf, senderNames, type Transfer, transfer, type Wording, worded, wordings } from "./transfers.ts";
import { readVietQr } from "./vietqr.ts";

const ways = {
  pay: "Chuyển tiền",
  pay_otp: "Chuyển tiền, hỏi mã OTP",
  under: "Chuyển thiếu một nửa",
  over: "Chuyển thừa 10.000 đ",
  wrong_memo: "Chuyển với nội dung sai",
  two_parts: "Chuyển làm hai lần",
  late: "Chuyển muộn",
  insufficient_funds: "Không đủ số dư",
  cancel: "Hủy",
} as const;
type Way = keyof typeof ways;
const SURPLUS = 10_000;
/** Beyond the day that a transfer has. */
const LATE_MINUTES = 1_500;
const PATH = "/transfer";
const SENDER_LABELS = { sepay: "SePay", casso: "Casso", payos: "payOS" } as const;

export const pageRoutes: readonly Route[] = [
  { method: "GET", path: PATH, operation: "page", handle: (_gateway, { query }) => show(query) },
  { method: "POST", path: PATH, operation: "page", handle: act },
];

/** `account`, `amount` and `content` count before what the QR text says. */
function show(fields: URLSearchParams, errors: readonly string[] = []): Reply {
  const text = fields.get("qr")?.trim() ?? "";
  const qr = readVietQr(text);
  const said = qr.valid
    ? { bank: bankOf(qr.bin), account: qr.account, amount: qr.amount_vnd, content: qr.purpose }
    : undefined;
  if (!said && text !== "") errors = ["Đây không phải mã VietQR hợp lệ.", ...errors];
  const scan = html`<form method="get"><p><label for="qr">Nội dung mã VietQR</label>
<textarea id="qr" name="qr" rows="3" spellcheck="false">${text}</textarea></p>
<button>Đọc mã</button></form>`;
  const value = (name: "account" | "amount" | "content") => fields.get(name) ?? String(said?.[name] ?? "");
  const option = (field: string) => (name: string, label: string) =>
    html`<option value="${name}"${fields.get(field) === name ? html` selected` : ""}>${label}</option>`;
  const senders = senderNames.map((name) => option("sender")(name, SENDER_LABELS[name]));
  const options = Object.entries(wordings).map(([name, label]) => option("wording")(name, label));
  const buttons = Object.entries(ways).map(
    ([way, label]) => html`<button name="way" value="${way}">${label}</button>\n`,
  );
  const facts = said
    ? html`<dl><dt>Ngân hàng nhận</dt><dd>${said.bank}</dd><dt>Số tiền trong mã</dt><dd>${said.amount ? dong(said.amount) : "không có"}</dd></dl>`
    : html``;
  return page(
    "Ứng dụng ngân hàng (mô phỏng)",
    html`${errors.map((error) => html`<p class="error" role="alert">${error}</p>`)}
${scan}
${facts}
<form method="post"><input type="hidden" name="qr" value="${text}">
<p><label for="account">Số tài khoản nhận</label><input type="text" id="account" name="account" value="${value("account")}" required></p>
<p><label for="amount">Số tiền (đồng)</label><input type="text" inputmode="numeric" id="amount" name="amount" value="${value("amount")}" required></p>
<p><label for="content">Nội dung</label><input type="text" id="content" name="content" value="${value("content")}"></p>
<p><label for="wording">Ngân hàng ghi nội dung</label><select id="wording" name="wording">${options}</select></p>
<p><label for="sender">Bên gửi thông báo cho cửa hàng</label><select id="sender" name="sender">${senders}</select></p>
<p><label for="minutes">Muộn bao nhiêu phút</label><input type="text" inputmode="numeric" id="minutes" name="minutes" value="${fields.get("minutes") ?? LATE_MINUTES}"></p>
<div class="choices" role="group" aria-label="Kết quả muốn thử">
${buttons}</div></form>`,
    { status: errors.length > 0 ? 422 : 200 },
  );
}

function act(gateway: Gateway, request: Incoming): Reply {
  const form = formOf(request);
  const way = form.get("way") ?? "";
  if (way === "insufficient_funds") return show(form, ["Không đủ số dư. Chưa có đồng nào được chuyển."]);
  if (way === "cancel") return messagePage(200, "Đã hủy", "Chưa có đồng nào được chuyển.");
  const order = read(form);
  if (Array.isArray(order)) return show(form, order);
  if (way === "pay_otp" || (way === "otp" && form.get("otp")?.trim() !== OTP)) return askOtp(form, way === "otp");
  const transfers = transfersOf(order, way === "otp" ? "pay" : way, Number(form.get("minutes") ?? LATE_MINUTES));
  if (!transfers) return show(form, ["Hãy chọn một kết quả."]);
  for (const each of transfers) transfer(gateway, each);
  const rows = transfers.map(({ amount, content, seconds }) => {
    const when = seconds > 0 ? `sau ${Math.round(seconds / 60)} phút` : "ngay";
    return html`<li>${dong(amount)}, nội dung "${content}", ${when}</li>`;
  });
  const done = page("Đã chuyển tiền", html`<ul>${rows}</ul><p>Bạn có thể quay lại cửa hàng.</p>`);
  return { ...done, about: { ref: order.content, verdict: way } };
}

/** What is wrong with it, if anything is. */
function read(form: URLSearchParams): Transfer | string[] {
  const text = (name: string) => form.get(name)?.trim() ?? "";
  const amount = Number(text("amount").replace(/[.,\s]/g, ""));
  const qr = readVietQr(text("qr"));
  const wrong = [
    ...(/^[A-Za-z0-9]{1,19}$/.test(text("account")) ? [] : ["Số tài khoản chỉ gồm chữ và số, tối đa 19 ký tự."]),
    ...(Number.isSafeInteger(amount) && amount > 0 ? [] : ["Số tiền là số nguyên, lớn hơn 0."]),
  ];
  if (wrong.length > 0) return wrong;
  const wording = (Object.keys(wordings) as Wording[]).find((each) => each === text("wording")) ?? "plain";
  return {
    sender: senderNames.find((each) => each === text("sender")) ?? "sepay",
    account: text("account"),
    amount,
    content: worded(text("content"), wording),
    direction: "in",
    bank: bankOf(qr.valid ? qr.bin : ""),
    virtual_account: "",
    seconds: 0,
  };
}

function transfersOf(order: Transfer, chosen: string, minutes: number): Transfer[] | undefined {
  const way = (Object.keys(ways) as Way[]).find((each) => each === chosen);
  const half = Math.max(1, Math.floor(order.amount / 2));
  switch (way) {
    case "pay":
      return [order];
    case "under":
      return [{ ...order, amount: half }];
    case "over":
      return [{ ...order, amount: order.amount + SURPLUS }];
    case "wrong_memo":
      return [{ ...order, content: "chuyen khoan mua hang" }];
    case "two_parts":
      return [half, order.amount - half].filter((amount) => amount > 0).map((amount) => ({ ...order, amount }));
    case "late":
      return [{ ...order, seconds: Math.max(0, minutes || 0) * 60 }];
    case "pay_otp":
    case "insufficient_funds":
    case "cancel":
    case undefined:
      return undefined;
  }
}

function askOtp(form: URLSearchParams, isWrong: boolean): Reply {
  const hidden = ["qr", "account", "amount", "content", "wording", "sender"].map(
    (name) => html`<input type="hidden" name="${name}" value="${form.get(name) ?? ""}">`,
  );
  const error = isWrong ? html`<p class="error" role="alert">Mã OTP không đúng.</p>` : html``;
  return page(
    "Nhập mã OTP",
    html`${error}<form method="post">${hidden}<p><label for="otp">Mã OTP (mã đúng là ${OTP})</label>
<input type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" required></p>
<div class="choices"><button name="way" value="otp">Xác nhận</button></div></form>`,
    { status: isWrong ? 422 : 200 },
  );
}
