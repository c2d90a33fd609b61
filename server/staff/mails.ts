/**
 * E-mails to staff, in the person's own language, sent after the transaction that wants them. Links are secrets: the job
 * holds its text encrypted. rules/staff#links
 */
import { ShopError } from "contract/errors.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import { sql } from "kysely";
import { staffMail as en } from "messages/office/en/mail.ts";
import { staffMail as vi } from "messages/office/vi/mail.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { encrypt } from "../security/encryption.ts";

const words = { vi, en };
type Kind = keyof typeof vi;
/** What a kind of mail says beside the shop's and the reader's name. */
type Said<K extends Kind> = Omit<Parameters<(typeof vi)[K]>[0], "shop" | "name">;
type Reader = { email: string; full_name: string; language: OfficeLocale };

/** Throws mail_unavailable: a link that nobody receives would be a promise. */
export function assertMailLeaves({ config }: Pick<Ctx, "config">): void {
  if (!config.smtp_url && !config.dev_simulators) throw new ShopError("mail_unavailable");
}

export async function mailStaff<K extends Kind>(ctx: Ctx, reader: Reader, kind: K, said: Said<K>): Promise<void> {
  const { name: shop } = await setting(ctx, "shop");
  const compose = words[reader.language][kind] as (p: Said<K> & { shop: string; name: string }) => {
    title: string;
    text: string;
  };
  const { title, text } = compose({ ...said, shop, name: reader.full_name });
  const to = reader.email;
  await enqueue(ctx, "mail_encrypted", { to, title, text: encrypt(ctx.config, text, `mail ${to}`).toString("base64") });
}

/** Everybody active with `staff:manage`, but `except`. */
export async function mailManagers<K extends Kind>(ctx: Ctx, kind: K, said: Said<K>, except: number): Promise<void> {
  const { rows } = await sql<Reader>`
    select a.email, a.full_name, a.language from staff.accounts a
    where a.state = 'active' and a.id <> ${except} and exists (
      select from staff.account_roles h join staff.role_permissions p on p.role = h.role
      where h.account_id = a.id and p.permission = 'staff:manage')`.execute(ctx.sql);
  for (const reader of rows) await mailStaff(ctx, reader, kind, said);
}
