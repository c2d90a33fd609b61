/**
 * What the shop knows of a serial, and how often one may be asked about: the number counts up and the box stands in shops, so
 * a serial proves nothing. rules/warranty#serials, #guessing
 */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { countAttempt, stateOf } from "../../identity/signing-in/attempts.ts";
import { passCaptcha } from "../../identity/signing-in/captcha.ts";
import { ipOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { foldSerial, readSerial, type SerialPrefixes } from "./serials.ts";

const HOUR_SECONDS = 3600;
/** Different serials an hour of one session or IP address: without a captcha, and in all. */
const FREE_SERIALS = 10;
const MAX_SERIALS = 30;

export type KnownSerial = {
  serial: string;
  product_id: number;
  state: "unsold" | "order" | "sold";
  order_line_id: number | null;
};

/** One short statement: a table of some hundred prefixes that changes with the catalogue. */
export async function serialPrefixes(ctx: Pick<Ctx, "sql">): Promise<SerialPrefixes> {
  const { rows } = await sql<{ serial_prefix: string }>`
    select distinct serial_prefix from catalogue.products where warranty_months > 0 and serial_prefix <> ''`.execute(
    ctx.sql,
  );
  return new Map(rows.map(({ serial_prefix }) => [foldSerial(serial_prefix), serial_prefix]));
}

/** The stored form of what was typed. Throws invalid at `serial`. */
export async function typedSerial(ctx: Ctx, typed: string): Promise<string> {
  const read = readSerial(typed, await serialPrefixes(ctx));
  if (!read.ok) throw serialRefused(`serial_${read.problem}`);
  return read.serial;
}

export const serialRefused = (key: string): ShopError =>
  new ShopError("invalid", { message_key: key, fields: { serial: [{ key }] } });

export async function knownSerial(ctx: Ctx, serial: string, lock = false): Promise<KnownSerial | null> {
  const { rows } = await sql<KnownSerial>`select serial, product_id, state, order_line_id from warranty.serials
    where serial = ${serial} ${lock ? sql`for update` : sql``}`.execute(ctx.sql);
  return rows[0] ?? null;
}

/**
 * Counts a serial that is asked about, once an hour for each session and IP address. Throws captcha_required, too_many. Not to be
 * called inside a transaction.
 */
export async function countSerial(ctx: Ctx, serial: string, captcha: string | undefined): Promise<void> {
  const session = await ctx.session();
  const callers = [`ip ${ipOf(ctx.client)}`, ...(session ? [`session ${session.id}`] : [])];
  for (const caller of callers) {
    const seen = { name: "warranty_seen", subject: `${caller} ${serial}` };
    if ((await stateOf(ctx, seen)).used > 0) continue;
    const all = { name: "warranty_serials", subject: caller };
    if ((await stateOf(ctx, all)).used >= FREE_SERIALS * ctx.config.limit_factor)
      await passCaptcha(ctx, { action: "warranty", subject: serial, answer: captcha });
    await countAttempt(ctx, { ...all, times: MAX_SERIALS, seconds: HOUR_SECONDS });
    await countAttempt(ctx, { ...seen, times: Number.POSITIVE_INFINITY, seconds: HOUR_SECONDS });
  }
}
