/**
 * The codes of cards on their way to their buyer: by e-mail, each with a link to its sheet to print. They are told this once; the
 * shop keeps no code. The link carries the code encrypted, so that no address and no log has it in the clear. decisions/0375
 */
import { groupedCardCode, isCardCode } from "contract/loyalty/card-code.ts";
import { formatDate, type Locale } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { cardSheet as en } from "messages/en/orders/card-sheet.ts";
import { cardSheet as ja } from "messages/ja/orders/card-sheet.ts";
import { type CardSheetWords, cardSheet as vi } from "messages/vi/orders/card-sheet.ts";
import { type Ctx, enqueue } from "../../kernel/context.ts";
import type { OpenedCard } from "../../loyalty/gift-cards/cards.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";

export const cardWords: Record<Locale, CardSheetWords> = { vi, en, ja };

const SHEET = "gift card sheet";

/** In the language of the order, one e-mail for each card: it may be passed on. */
export async function sendCards(ctx: Ctx, order_code: string, cards: readonly OpenedCard[]): Promise<void> {
  const { rows } = await sql<{ to: string; name: string; locale: Locale }>`
    select receiver_email as to, receiver_name as name, locale from orders.orders where code = ${order_code}`.execute(
    ctx.sql,
  );
  const [order] = rows;
  if (!order) return;
  const { to, name, locale } = order;
  for (const { code, value, ends_at } of cards) {
    const amount = formatDong(value);
    const until = formatDate(new Date(ends_at.getTime() - 1000), locale);
    const pdf = `${ctx.config.public_url}${sheetPath(ctx, code, locale)}`;
    const { subject, body } = cardWords[locale].mail;
    const text = encrypt(ctx.config, body({ name, code: groupedCardCode(code), until, pdf }), `mail ${to}`);
    await enqueue(ctx, "mail_encrypted", { to, title: subject({ amount }), text: text.toString("base64") });
  }
}

/** The link to the sheet of a card. */
export const sheetPath = (ctx: Ctx, code: string, locale: Locale): string =>
  `/v1/client/gift-cards/sheet/${encrypt(ctx.config, code, SHEET).toString("base64url")}?lang=${locale}`;

/** The code that a link to a sheet carries; null for what is no such link. */
export function codeOfSheet(ctx: Ctx, token: string): string | null {
  try {
    const code = decrypt(ctx.config, Buffer.from(token, "base64url"), SHEET);
    return isCardCode(code) ? code : null;
  } catch {
    return null; // Not encrypted by this shop, or cut off on the way: there is no such page.
  }
}
