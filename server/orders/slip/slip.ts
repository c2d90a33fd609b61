/**
 * The purchase slip: what was bought, on A4, in the shop's own fonts. Not a VAT invoice, and it says so on every page.
 * Pure: order, shop and words in, PDF out. Lengths are points, 72 to the inch. docs/decisions/0147-purchase-slip.md
 */
import { type AmountRow, amountRows, wholeOf } from "contract/cart/amount-rows.ts";
import type { Order } from "contract/orders/orders.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import { formatDateTime, type Instant, type Locale } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { cart as cartEn } from "messages/en/cart/cart.ts";
import { codes as codesEn } from "messages/en/cart/codes.ts";
import { slip as en } from "messages/en/orders/slip.ts";
import { cart as cartJa } from "messages/ja/cart/cart.ts";
import { codes as codesJa } from "messages/ja/cart/codes.ts";
import { slip as ja } from "messages/ja/orders/slip.ts";
import { cart as cartVi } from "messages/vi/cart/cart.ts";
import { codes as codesVi } from "messages/vi/cart/codes.ts";
import { type SlipWords, slip as vi } from "messages/vi/orders/slip.ts";
import type PDFDocument from "pdfkit";
import { orderWords } from "../view.ts";
import { fontsOf, type Weight } from "./slip-fonts.ts";

export type SlipShop = { name: string; legal_name: string; company_code: string; address: string; phone: string };

export const slipWords: Record<Locale, SlipWords> = { vi, en, ja };
const cartWords: Record<Locale, typeof cartVi> = { vi: cartVi, en: cartEn, ja: cartJa };

const codeWords: Record<Locale, typeof codesVi> = { vi: codesVi, en: codesEn, ja: codesJa };

const margin = 48;
const left = margin;
const right = 595.28 - margin; // A4
const width = right - left;
const bottom = 841.89 - 84;
const columns = { number: 26, quantity: 34, unit_price: 92, amount: 96 };
const productWidth = width - columns.number - columns.quantity - columns.unit_price - columns.amount;
const ink = "#1c1d1a";
const grey = "#66645e";
const LINE_COLOUR = "#e2e0da";
const brand = "#125c50";

type Pdf = InstanceType<typeof PDFDocument>;
type Sheet = ReturnType<typeof fontsOf> & { pdf: Pdf; words: SlipWords; cart: typeof cartVi; codes: typeof codesVi };

export async function slipPdf(order: Order, shop: SlipShop, locale: Locale, now: Instant): Promise<Buffer> {
  const { default: Document } = await import("pdfkit"); // large, and seldom wanted
  const words = slipWords[locale];
  const title = `${words.title} ${groupedCode(order.order_code)}`;
  const pdf = new Document({
    size: "A4",
    margin,
    bufferPages: true,
    lang: locale,
    displayTitle: true,
    info: {
      Title: title,
      Author: shop.legal_name || shop.name,
      Subject: words.not_an_invoice,
      CreationDate: new Date(now),
    },
  });
  const written = Array.fromAsync<Buffer>(pdf);
  const sheet: Sheet = { pdf, words, cart: cartWords[locale], codes: codeWords[locale], ...fontsOf(pdf) };
  head(sheet, order, shop);
  facts(sheet, order, locale);
  lines(sheet, order);
  sums(sheet, order);
  feet(sheet, formatDateTime(now, locale));
  pdf.end();
  return Buffer.concat(await written);
}

function head({ pdf, words, write }: Sheet, order: Order, shop: SlipShop): void {
  pdf.fontSize(15).fillColor(brand);
  write("strong", shop.name, left, margin);
  pdf.fontSize(8.5).fillColor(grey);
  const about = [
    shop.legal_name,
    shop.company_code && words.company_code({ code: shop.company_code }),
    shop.address,
    shop.phone && words.phone({ phone: shop.phone }),
  ];
  for (const line of about) if (line) write("regular", line, left, pdf.y, { width: width * 0.62 });
  pdf.moveDown(1.6).fontSize(20).fillColor(ink);
  write("strong", words.title, left, pdf.y, { width });
  pdf.fontSize(9).fillColor(grey);
  write("regular", words.not_an_invoice, left, pdf.y, { width });
  pdf.moveDown(1);
  rule(pdf);
  pdf.fontSize(12).fillColor(ink);
  write("strong", `${words.order_code}: ${groupedCode(order.order_code)}`, left, pdf.y + 10, { width });
  pdf.moveDown(0.4);
}

function facts({ pdf, words, write }: Sheet, order: Order, locale: Locale): void {
  const { statuses, payment_statuses, pay_on_delivery } = orderWords[locale];
  const { payment, receiver, company_invoice } = order;
  const onDelivery = payment.is_on_delivery && payment.status === "pending";
  const state = onDelivery ? pay_on_delivery : payment_statuses[payment.status];
  const rows: [string, string][] = [
    [words.placed_at, formatDateTime(order.placed_at, locale)],
    [words.status, statuses[order.status]],
    [words.payment, payment.amount > 0 ? `${payment.method_name} · ${state}` : payment.method_name],
    [
      words.receiver,
      `${receiver.full_name}, ${receiver.phone.startsWith("+") ? formatPhone(receiver.phone) : receiver.phone}`,
    ],
    [words.address, receiver.address],
    [words.carrier, [order.shipping_unit, order.shipping_code].filter(Boolean).join(" · ")],
    ...(company_invoice
      ? [[words.invoice_for, `${company_invoice.company_name}, ${company_invoice.tax_code}`] as [string, string]]
      : []),
  ];
  pdf.fontSize(9.5);
  for (const [name, value] of rows) {
    const top = pdf.y;
    pdf.fillColor(grey);
    write("regular", name, left, top, { width: 118 });
    const below = pdf.y;
    pdf.fillColor(ink);
    write("regular", value, left + 124, top, { width: width - 124 });
    pdf.y = Math.max(below, pdf.y) + 3;
  }
  pdf.y += 10;
}

function lines(sheet: Sheet, order: Order): void {
  const { pdf, cart, write, heightOf } = sheet;
  columnHeads(sheet);
  order.items.forEach((item, index) => {
    const detail = [item.kind === "gift" && cart.gift, item.code, item.colour].filter(Boolean).join(" · ");
    const { name } = item;
    pdf.fontSize(9.5);
    const height = heightOf("regular", name, productWidth - 10) + 12;
    if (pdf.y + height + 10 > bottom) {
      pdf.addPage();
      columnHeads(sheet);
    }
    const top = pdf.y + 6;
    pdf.fontSize(9.5).fillColor(ink);
    const cells = [String(item.quantity), formatDong(item.unit_price), formatDong(item.line_total)];
    figures(sheet, "regular", top, cells);
    write("regular", String(index + 1), left, top, { width: columns.number });
    write("regular", name, left + columns.number, top, { width: productWidth - 10 });
    pdf.fontSize(8).fillColor(grey);
    write("regular", detail, left + columns.number, pdf.y + 1, { width: productWidth - 10 });
    pdf.y += 6;
    rule(pdf);
  });
}

function columnHeads(sheet: Sheet): void {
  const { pdf, words, write } = sheet;
  const top = pdf.y;
  pdf.fontSize(8.5).fillColor(grey);
  write("strong", words.number, left, top, { width: columns.number });
  write("strong", words.product, left + columns.number, top, { width: productWidth });
  figures(sheet, "strong", top, [words.quantity, words.unit_price, words.amount]);
  pdf.y = top + 16;
  rule(pdf);
}

/** The three columns of figures, flush right. */
function figures({ write }: Sheet, weight: Weight, top: number, cells: readonly string[]): void {
  let at = left + columns.number + productWidth;
  [columns.quantity, columns.unit_price, columns.amount].forEach((column, index) => {
    write(weight, cells[index] ?? "", at, top, { width: column, align: "right", lineBreak: false });
    at += column;
  });
}

function sums(sheet: Sheet, { totals, adjustments, payment }: Order): void {
  const { pdf, words } = sheet;
  const onDelivery = payment.is_on_delivery && payment.status === "pending";
  const whole = wholeOf(totals, payment);
  const rows = amountRows(totals, adjustments, whole).map((row): [string, string] => [
    amountName(sheet, row, totals),
    `${row.amount < 0 ? "−" : row.of === "rounding" ? "+" : ""}${formatDong(Math.abs(row.amount))}`,
  ]);
  const after: [string, string][] = [
    [words.vat, formatDong(totals.vat)],
    [words.paid, formatDong(payment.received)],
    ...(onDelivery ? [[words.cash, formatDong(whole - payment.received)] as [string, string]] : []),
    ...(!payment.is_on_delivery && payment.status === "pending"
      ? [[words.to_pay, formatDong(payment.amount - payment.received)] as [string, string]]
      : []),
  ];
  if (pdf.y + (rows.length + after.length) * 15 + 60 > bottom) pdf.addPage();
  pdf.y += 8;
  for (const row of rows) sumRow(sheet, row, "regular", 9.5);
  sumRow(sheet, [words.total, formatDong(whole)], "strong", 13);
  for (const row of after) sumRow(sheet, row, "regular", 9);
}

function amountName({ words, cart, codes }: Sheet, row: AmountRow, totals: Order["totals"]): string {
  switch (row.of) {
    case "code": {
      const slot = codeSlots.find((each) => each === row.source);
      return slot && row.code ? codes.rows[slot]({ code: row.code }) : row.label;
    }
    case "goods":
      return words.goods;
    case "discount":
      return cart.discount;
    case "rounding":
      return cart.rounding;
    case "shipping":
      return words.shipping;
    case "shipping_discount":
      return words.shipping_discount;
    default:
      return cart.means[row.of](totals);
  }
}

function sumRow({ pdf, write }: Sheet, [name, value]: [string, string], face: Weight, size: number): void {
  const top = pdf.y + (face === "strong" ? 4 : 0);
  const figure = 120;
  const wordsWidth = 230;
  pdf.fontSize(size).fillColor(face === "strong" ? ink : grey);
  write(face, name, right - figure - wordsWidth, top, { width: wordsWidth, align: "right" });
  const below = pdf.y;
  pdf.fillColor(ink);
  write(face, value, right - figure, top, { width: figure, align: "right", lineBreak: false });
  pdf.y = Math.max(below, top + size * 1.3) + (face === "strong" ? 6 : 2);
}

/** Every page says what it is not, and which of how many it is. */
function feet({ pdf, words, write }: Sheet, at: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0; // else writing down there would open another page
    const top = 841.89 - 52;
    pdf
      .moveTo(left, top - 8)
      .lineTo(right, top - 8)
      .lineWidth(0.6)
      .strokeColor(LINE_COLOUR)
      .stroke();
    pdf.fontSize(8).fillColor(grey);
    write("regular", words.not_an_invoice, left, top, { width: width - 130 });
    const of = words.page({ page: page - start + 1, pages: count });
    write("regular", of, right - 130, top, { width: 130, align: "right" });
    write("regular", words.printed_at({ at }), left, top + 12, { width });
  }
}

function rule(pdf: Pdf): void {
  pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.6).strokeColor(LINE_COLOUR).stroke();
  pdf.y += 2;
}
