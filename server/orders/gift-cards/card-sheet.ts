/** A gift card to print, on A4. Pure: card, shop and words in, PDF out. Lengths are points. rules/loyalty#gift-cards */
import { groupedCardCode } from "contract/loyalty/card-code.ts";
import { formatDate, type Instant, type Locale } from "contract/values/locale.ts";
import { type Dong, formatDong } from "contract/values/money.ts";
import { fontsOf } from "../slip/slip-fonts.ts";
import { cardWords } from "./send-cards.ts";

export type PrintedCard = { code: string; value: Dong; ends_at: Date };

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN; // A4
const HEIGHT = 230;
const INK = "#1c1d1a";
const GREY = "#66645e";
const BRAND = "#125c50";
const PALE = "#eaf2ef";

export async function cardSheetPdf(card: PrintedCard, shop: string, locale: Locale, now: Instant): Promise<Buffer> {
  const { default: Document } = await import("pdfkit"); // large, and seldom wanted
  const words = cardWords[locale];
  const title = `${words.title} ${formatDong(card.value)}`;
  const info = { Title: title, Author: shop, CreationDate: new Date(now) };
  const pdf = new Document({ size: "A4", margin: MARGIN, lang: locale, displayTitle: true, info });
  const written = Array.fromAsync<Buffer>(pdf);
  const { write } = fontsOf(pdf);
  const inner = { left: MARGIN + 28, width: WIDTH - 56 };
  pdf.roundedRect(MARGIN, MARGIN, WIDTH, HEIGHT, 14).fillColor(PALE).fill();
  pdf.fontSize(15).fillColor(BRAND);
  write("strong", shop, inner.left, MARGIN + 26, { width: inner.width });
  pdf.fontSize(11).fillColor(GREY);
  write("regular", words.title, inner.left, MARGIN + 50, { width: inner.width });
  pdf.fontSize(34).fillColor(INK);
  write("strong", formatDong(card.value), inner.left, MARGIN + 78, { width: inner.width });
  pdf.fontSize(9.5).fillColor(GREY);
  write("regular", words.code, inner.left, MARGIN + 136, { width: inner.width });
  pdf.fontSize(20).fillColor(BRAND);
  write("strong", groupedCardCode(card.code), inner.left, MARGIN + 150, { width: inner.width });
  pdf.fontSize(9.5).fillColor(GREY);
  const day = formatDate(new Date(card.ends_at.getTime() - 1000), locale);
  write("regular", words.until({ day }), inner.left, MARGIN + 188, { width: inner.width });
  pdf.fontSize(10.5).fillColor(INK);
  let top = MARGIN + HEIGHT + 26;
  for (const line of words.how) {
    write("regular", line, MARGIN, top, { width: WIDTH });
    top = pdf.y + 6;
  }
  pdf.end();
  return Buffer.concat(await written);
}
