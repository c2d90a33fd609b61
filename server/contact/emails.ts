/** E-mails about a message: to its sender in the language it was written in, to staff about what is dangerous. No text of a stranger is in them. */
import { formatDateTime, type Locale, localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import { emails as en } from "messages/en/contact/emails.ts";
import { emails as ja } from "messages/ja/contact/emails.ts";
import { emails as vi } from "messages/vi/contact/emails.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { encrypt } from "../security/encryption.ts";
import { emailStaff } from "../staff/emails.ts";

const words: Readonly<Record<Locale, typeof vi>> = { vi, en, ja };

export type Sender = { full_name: string; email: string; locale: Locale };
type About = { code: string; until?: Date; person?: string; reason?: string };

/** Sends nothing where no address was given. */
export async function writeToSender(
  ctx: Ctx,
  { full_name, email: to, locale }: Sender,
  kind: keyof typeof vi,
  { until, ...about }: About,
): Promise<void> {
  if (to === "") return;
  const { title, text } = words[locale][kind]({
    ...{ name: full_name, person: "", reason: "", ...about },
    until: until ? formatDateTime(until, locale) : "",
    link: `${ctx.config.public_url}${localisedPath("/lien-he", locale)}#tra-cuu`,
  });
  await enqueue(ctx, "mail_encrypted", { to, title, text: encrypt(ctx.config, text, `mail ${to}`).toString("base64") });
}

/** To everybody who may decide about complaints. */
export async function tellSafety(ctx: Ctx, code: string): Promise<void> {
  const { rows } = await sql<{ email: string; full_name: string; language: "vi" | "en" }>`
    select a.email, a.full_name, a.language from staff.accounts a
    where a.state = 'active' and a.email is not null and exists (
      select from staff.account_roles h join staff.role_permissions p on p.role = h.role
      where h.account_id = a.id and p.permission = 'customers:write')`.execute(ctx.sql);
  const link = `${ctx.config.public_url}/quan-tri/hop-thu/${code}`;
  for (const reader of rows) await emailStaff(ctx, reader, "contact_safety", { code, link });
}
