import type { Order } from "contract/orders/orders.ts";
import { unchecked } from "contract/unchecked.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { loadMessages } from "messages/messages.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { Speak } from "../../i18n.tsx";
import { Delivery, Payment, Sums } from "./order-facts.tsx";

beforeAll(async () => {
  await loadMessages();
});

const none = { voucher: 0, trade_in: 0, points: 0, points_amount: 0, gift_card: 0 };
const sums = { goods: 1_371_500, discount: 0, ...none, shipping: 0, shipping_discount: 0, saving: 0, vat: 0 };

function shown(
  locale: Locale,
  total: number,
  change: Partial<Order["payment"]> = {},
  means: Partial<typeof none> = {},
): string {
  const payment: Order["payment"] = {
    ...{
      method: "cod",
      method_name: "",
      is_on_delivery: true,
      status: "pending",
      amount: 1_372_000,
      received: 0,
      refund_owed: 0,
      refunded: 0,
    },
    ...{ order_cancelled: false, expires_at: null, transfer: null, link: null },
    ...change,
  };
  const order = { totals: { ...sums, ...means, total, cash: 1_372_000 }, adjustments: [], payment };
  return renderToStaticMarkup(
    <Speak locale={locale}>
      <Sums order={order} />
    </Speak>,
  );
}

test.each(locales)(
  "an order paid in cash (%s) has one total, what the courier collects, and says what rounding adds",
  (locale) => {
    const html = shown(locale, 1_371_500);
    expect(html).toContain(`<b>1,372,000\u00a0đ</b>`);
    expect(html).toContain("+500\u00a0đ");
    expect(html.match(/<b>1,37\d,\d{3}/g)).toHaveLength(1);
  },
);

test("nothing is said of rounding where there is none, and where money comes by transfer", () => {
  const [rounded, exact] = [shown("vi", 1_371_500), shown("vi", 1_372_000)];
  expect(rounded).toContain("Làm tròn");
  expect(exact).not.toContain("Làm tròn");
  const html = shown("vi", 1_371_500, { method: "bank_transfer", is_on_delivery: false });
  expect(html).not.toContain("Làm tròn");
  expect(html).toContain(`<b>1,371,500\u00a0đ</b>`);
});

test("an order that was to be paid in cash comes to the same after it was cancelled", () => {
  expect(shown("vi", 1_371_500, { order_cancelled: true, status: "failed" })).toBe(shown("vi", 1_371_500));
});

test("what paid before money did is said between goods and total, and nothing of what paid nothing", () => {
  const means = { points: 40, points_amount: 40_000, gift_card: 1_331_500 };
  const html = shown("en", 0, { method: "none", is_on_delivery: false, amount: 0 }, means);
  expect(html).toContain("Points (40)");
  expect(html).toContain("−40,000\u00a0đ");
  expect(html).toContain("Gift card");
  for (const absent of ["Voucher", "Trade-in"]) expect(html).not.toContain(absent);
});

test.each(locales)("an order that was cancelled (%s) says no day of delivery, another one does", (locale) => {
  const drawn = (status: Order["status"]) => {
    const receiver = { full_name: "Tạ Mai Lan", phone: "+84590000011", address: "" };
    const days = { eta_from: "2026-11-29", eta_to: "2026-11-29" };
    // What is drawn of an order, and no more.
    const order = unchecked<Order>({
      status,
      receiver,
      ...days,
      has_delivery: true,
      shipping_unit: "GHN",
      shipping_code: null,
      note: "",
    });
    return renderToStaticMarkup(
      <Speak locale={locale}>
        <Delivery order={order} />
      </Speak>,
    );
  };
  expect(drawn("confirmed")).toMatch(/2026/);
  expect(drawn("cancelled")).not.toMatch(/2026/);
});

test("money that is owed back is promised by the page or beside the payment, never by both", () => {
  const drawn = (isRefundTold: boolean) => {
    const payment = { method_name: "VietQR", amount: 100_000, received: 150_000, refund_owed: 50_000, refunded: 0 };
    // What is drawn of an order, and no more.
    const order = unchecked<Order>({ payment: { ...payment, status: "success" }, company_invoice: null });
    return renderToStaticMarkup(
      <Speak locale="en">
        <Payment order={order} is_refund_told={isRefundTold} />
      </Speak>,
    );
  };
  expect(drawn(false)).toContain("working days");
  expect(drawn(true)).not.toContain("working days");
});
