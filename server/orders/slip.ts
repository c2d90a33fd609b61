/**
 * The purchase slip: what was bought, on A4, in the shop's own letters. Not a VAT invoice, and it says so on every page.
 * Pure: order, shop and words in, PDF out. Lengths are points, 72 to the inch. docs/decisions/0147-purchase-slip.md
 */
import { createRequire } from "node:module";
import { formatDateTime, type Instant, type Locale } from "contract/locale.ts";
import { formatDong } from "contract/money.ts";
import type { Order } from "contract/orders.ts";
import { formatPhone } from "contract/phone.ts";
import { groupedCode } from "contract/public-code.ts";
import { slip as en } from "messages/en/slip.ts";
import { type SlipWords, slip as vi } from "messages/vi/slip.ts";
import type PDFDocument from "pdfkit";
import { orderWords } from "./view.ts";

export type SlipShop = { name: string; legal_name: string; company_code: string; address: string; phone: string };

/** The letters of the slip hold no Japanese: ASSUMED(0147). */
export const slipWords: Record<Locale, SlipWords> = { vi, en, ja: en };
const slipLocale = (locale: Locale): Locale => (locale === "vi" ? "vi" : "en");

const font = (file: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/hanken-grotesk/${file}.ttf`);
const regular = font("400Regular/HankenGrotesk_400Regular");
const strong = font("600SemiBold/HankenGrotesk_600SemiBold");

const margin = 48;
const left = margin;
const right = 595.28 - margin; // A4
const width = right - left;
const bottom = 841.89 - 84;
const columns = { number: 26, quantity: 34, unit_price: 92, amount: 96 };
const product_width = width - columns.number - columns.quantity - columns.unit_price - columns.amount;
const ink = "#1c1d1a";
const grey = "#66645e";
const line_colour = "#e2e0da";
const brand = "#125c50";

type Pdf = InstanceType<typeof PDFDocument>;
type Sheet = { pdf: Pdf; words: SlipWords; text: (value: string) => string };

export async function slipPdf(order: Order, shop: SlipShop, locale: Locale, now: Instant): Promise<Buffer> {
  const { default: Document } = await import("pdfkit"); // large, and seldom wanted
  const words = slipWords[locale];
  const title = `${words.title} ${groupedCode(order.order_code)}`;
  const pdf = new Document({
    size: "A4",
    margin,
    bufferPages: true,
    lang: slipLocale(locale),
    displayTitle: true,
    info: {
      Title: title,
      Author: shop.legal_name || shop.name,
      Subject: words.not_an_invoice,
      CreationDate: new Date(now),
    },
  });
  const written = Array.fromAsync(pdf as unknown as AsyncIterable<Buffer>);
  pdf.registerFont("regular", regular).registerFont("strong", strong).font("regular");
  const sheet: Sheet = { pdf, words, text: readable(pdf) };
  head(sheet, order, shop);
  facts(sheet, order, slipLocale(locale));
  lines(sheet, order);
  sums(sheet, order);
  feet(sheet, formatDateTime(now, slipLocale(locale)));
  pdf.end();
  return Buffer.concat(await written);
}

/** Signs the face does not have, as a name in kanji, become a box instead of nothing. */
function readable(pdf: Pdf): Sheet["text"] {
  const { font: face } = (
    pdf.font("regular") as unknown as { _font: { font: { hasGlyphForCodePoint(sign: number): boolean } } }
  )._font;
  return (value) =>
    Array.from(value.normalize("NFC"), (sign) =>
      face.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : "□",
    ).join("");
}

function head({ pdf, words, text }: Sheet, order: Order, shop: SlipShop): void {
  pdf.font("strong").fontSize(15).fillColor(brand).text(text(shop.name), left, margin);
  pdf.font("regular").fontSize(8.5).fillColor(grey);
  const about = [
    shop.legal_name,
    shop.company_code && words.company_code({ code: shop.company_code }),
    shop.address,
    shop.phone && words.phone({ phone: shop.phone }),
  ];
  for (const line of about.filter(Boolean)) pdf.text(text(line), { width: width * 0.62 });
  pdf.moveDown(1.6).font("strong").fontSize(20).fillColor(ink).text(words.title, { width });
  pdf.font("regular").fontSize(9).fillColor(grey).text(words.not_an_invoice, { width });
  pdf.moveDown(1);
  rule(pdf);
  pdf
    .font("strong")
    .fontSize(12)
    .fillColor(ink)
    .text(`${words.order_code}: ${groupedCode(order.order_code)}`, left, pdf.y + 10);
  pdf.moveDown(0.4);
}

function facts({ pdf, words, text }: Sheet, order: Order, locale: Locale): void {
  const { statuses, payment_methods, payment_statuses, pay_on_delivery } = orderWords[locale];
  const { payment, receiver, company_invoice } = order;
  const on_delivery = payment.method === "cod" && payment.status === "pending";
  const rows: [string, string][] = [
    [words.placed_at, formatDateTime(order.placed_at, locale)],
    [words.status, statuses[order.status]],
    [
      words.payment,
      `${payment_methods[payment.method]} · ${on_delivery ? pay_on_delivery : payment_statuses[payment.status]}`,
    ],
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
    pdf.font("regular").fillColor(grey).text(name, left, top, { width: 118 });
    const below = pdf.y;
    pdf.fillColor(ink).text(text(value), left + 124, top, { width: width - 124 });
    pdf.y = Math.max(below, pdf.y) + 3;
  }
  pdf.y += 10;
}

function lines(sheet: Sheet, order: Order): void {
  const { pdf, text } = sheet;
  columnHeads(sheet);
  order.items.forEach((item, index) => {
    const detail = [item.code, item.colour].filter(Boolean).join(" · ");
    const name = text(item.name);
    pdf.font("regular").fontSize(9.5);
    const height = pdf.heightOfString(name, { width: product_width - 10 }) + 12;
    if (pdf.y + height + 10 > bottom) {
      pdf.addPage();
      columnHeads(sheet);
    }
    const top = pdf.y + 6;
    pdf.fillColor(ink);
    const cells = [String(item.quantity), formatDong(item.unit_price), formatDong(item.line_total)];
    figures(pdf, top, cells);
    pdf.text(String(index + 1), left, top, { width: columns.number });
    pdf.text(name, left + columns.number, top, { width: product_width - 10 });
    pdf
      .fontSize(8)
      .fillColor(grey)
      .text(text(detail), left + columns.number, pdf.y + 1, { width: product_width - 10 });
    pdf.y += 6;
    rule(pdf);
  });
}

function columnHeads({ pdf, words }: Sheet): void {
  const top = pdf.y;
  pdf.font("strong").fontSize(8.5).fillColor(grey);
  pdf.text(words.number, left, top, { width: columns.number });
  pdf.text(words.product, left + columns.number, top, { width: product_width });
  figures(pdf, top, [words.quantity, words.unit_price, words.amount]);
  pdf.y = top + 16;
  rule(pdf);
}

/** The three columns of figures, flush right. */
function figures(pdf: Pdf, top: number, cells: readonly string[]): void {
  let at = left + columns.number + product_width;
  [columns.quantity, columns.unit_price, columns.amount].forEach((column, index) => {
    pdf.text(cells[index] ?? "", at, top, { width: column, align: "right", lineBreak: false });
    at += column;
  });
}

function sums({ pdf, words, text }: Sheet, { totals, adjustments, payment }: Order): void {
  const on_delivery = payment.method === "cod" && payment.status === "pending";
  const rows: [string, string][] = [
    [words.goods, formatDong(totals.goods)],
    ...adjustments.map(({ label, amount }): [string, string] => [label, formatDong(amount)]),
    [words.shipping, formatDong(totals.shipping)],
    ...(totals.shipping_discount > 0
      ? [[words.shipping_discount, `−${formatDong(totals.shipping_discount)}`] as [string, string]]
      : []),
  ];
  const after: [string, string][] = [
    [words.vat, formatDong(totals.vat)],
    [words.paid, formatDong(payment.received)],
    ...(on_delivery ? [[words.cash, formatDong(totals.cash)] as [string, string]] : []),
    ...(payment.method !== "cod" && payment.status === "pending"
      ? [[words.to_pay, formatDong(payment.amount - payment.received)] as [string, string]]
      : []),
  ];
  if (pdf.y + (rows.length + after.length) * 15 + 60 > bottom) pdf.addPage();
  pdf.y += 8;
  for (const row of rows) sumRow(pdf, row, text, "regular", 9.5);
  sumRow(pdf, [words.total, formatDong(totals.total)], text, "strong", 13);
  for (const row of after) sumRow(pdf, row, text, "regular", 9);
}

function sumRow(pdf: Pdf, [name, value]: [string, string], text: Sheet["text"], face: string, size: number): void {
  const top = pdf.y + (face === "strong" ? 4 : 0);
  const figure = 120;
  const words_width = 230;
  pdf
    .font(face)
    .fontSize(size)
    .fillColor(face === "strong" ? ink : grey);
  pdf.text(text(name), right - figure - words_width, top, { width: words_width, align: "right" });
  const below = pdf.y;
  pdf.fillColor(ink).text(value, right - figure, top, { width: figure, align: "right", lineBreak: false });
  pdf.y = Math.max(below, top + size * 1.3) + (face === "strong" ? 6 : 2);
}

/** Every page says what it is not, and which of how many it is. */
function feet({ pdf, words }: Sheet, at: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0; // else writing down there would open another page
    const top = 841.89 - 52;
    pdf
      .moveTo(left, top - 8)
      .lineTo(right, top - 8)
      .lineWidth(0.6)
      .strokeColor(line_colour)
      .stroke();
    pdf
      .font("regular")
      .fontSize(8)
      .fillColor(grey)
      .text(words.not_an_invoice, left, top, { width: width - 130 });
    const of = words.page({ page: page - start + 1, pages: count });
    pdf.text(of, right - 130, top, { width: 130, align: "right" });
    pdf.text(words.printed_at({ at }), left, top + 12, { width });
  }
}

function rule(pdf: Pdf): void {
  pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.6).strokeColor(line_colour).stroke();
  pdf.y += 2;
}
