/**
 * The shop's facts inside texts: `{company_name}`, `{hotline}`, `{year}` … are filled from the settings when a text is
 * read, so that a changed number is right everywhere. An unknown name leaves nothing behind.
 */
import { formatDate } from "contract/values/locale.ts";
import type { Ctx } from "../kernel/context.ts";
import { say, setting } from "../platform/settings.ts";

/** Answers a function that fills a text in the caller's language. No statement when warm. */
export async function filler(ctx: Ctx): Promise<(text: string) => string> {
  const [shop, hotline, complaints, bank] = await Promise.all([
    setting(ctx, "shop"),
    setting(ctx, "hotline"),
    setting(ctx, "complaints"),
    setting(ctx, "bank_account"),
  ]);
  const values = new Map(
    Object.entries({
      company_name: say(shop.legal_name, ctx.locale) || shop.name,
      short_name: shop.name,
      company_code: shop.company_code,
      company_code_issued_on: shop.company_code_issued_on && formatDate(shop.company_code_issued_on, ctx.locale),
      company_code_issued_by: say(shop.company_code_issued_by, ctx.locale),
      responsible_person: shop.responsible_person,
      address: say(shop.address, ctx.locale),
      phone: shop.phone,
      email: shop.email,
      website: ctx.config.public_url,
      hotline: hotline.display,
      hotline_hours: say(hotline.hours, ctx.locale),
      complaint_phone: complaints.phone,
      complaint_email: complaints.email,
      bank_name: bank.bank_name,
      bank_account_number: bank.account_number,
      bank_account_holder: bank.account_holder,
      year: formatDate(ctx.now, "vi").slice(-4),
    }),
  );
  return (text) =>
    text.replaceAll(/\{([a-z_]+)\}(\.?)/g, (_, name: string, stop: string) => {
      const value = values.get(name) ?? "";
      return value.endsWith(".") ? value : value + stop; // "Co., Ltd." at the end of a sentence has its stop
    });
}
