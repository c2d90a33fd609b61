/**
 * E-mails to staff, in the person's own language, sent after the transaction that wants them; and the links in them: an
 * invitation, a new password, a new second factor. A link is a secret: the job holds its text encrypted, the database the
 * hash of its token. One of a kind is open for an account, works once and ends. rules/staff#links
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { sql } from "kysely";
import { staffEmails as en } from "messages/office/en/emails.ts";
import { staffEmails as vi } from "messages/office/vi/emails.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { encrypt } from "../security/encryption.ts";
import { hashOf } from "./sessions.ts";

const words = { vi, en };
type Kind = keyof typeof vi;
/** What a kind of mail says beside the shop's and the reader's name. */
type Said<K extends Kind> = Omit<Parameters<(typeof vi)[K]>[0], "shop" | "name">;
type Reader = { email: string; full_name: string; language: OfficeLocale };

/** Throws mail_unavailable: a link that nobody receives would be a promise. */
export function assertEmailCanBeSent({ config }: Pick<Ctx, "config">): void {
  if (!config.smtp_url && !config.dev_simulators) throw new ShopError("mail_unavailable");
}

export async function emailStaff<K extends Kind>(ctx: Ctx, reader: Reader, kind: K, said: Said<K>): Promise<void> {
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
export async function emailManagers<K extends Kind>(ctx: Ctx, kind: K, said: Said<K>, except: number): Promise<void> {
  const { rows } = await sql<Reader>`
    select a.email, a.full_name, a.language from staff.accounts a
    where a.state = 'active' and a.id <> ${except} and exists (
      select from staff.account_roles h join staff.role_permissions p on p.role = h.role
      where h.account_id = a.id and p.permission = 'staff:manage')`.execute(ctx.sql);
  for (const reader of rows) await emailStaff(ctx, reader, kind, said);
}

export type LinkPurpose = "invitation" | "password" | "factor";

/** Where the office shows what a link is for. */
const pages: Readonly<Record<LinkPurpose, string>> = {
  invitation: "/quan-tri/loi-moi/",
  password: "/quan-tri/dat-mat-khau/",
  factor: "/quan-tri/dat-lai-buoc-hai/",
};

/** A new link; the open one of its kind ends. `sent_to` is null for one that is printed. */
export async function makeLink(
  ctx: Ctx,
  link: { account_id: number; purpose: LinkPurpose; hours: number; sent_to: string | null },
): Promise<{ link: string; expires_at: Date }> {
  const { account_id, purpose, hours, sent_to } = link;
  await endLinks(ctx, account_id, purpose);
  const token = randomBytes(24).toString("base64url");
  const expires_at = new Date(ctx.now.getTime() + hours * 3_600_000);
  await ctx.sql
    .insertInto("staff.links")
    .values({
      account_id,
      purpose,
      token_hash: hashOf(token),
      sent_to,
      made_by: await ctx.actor(),
      created_at: ctx.now,
      expires_at,
    })
    .execute();
  return { link: ctx.config.public_url + pages[purpose] + token, expires_at };
}

export async function endLinks(ctx: Ctx, account_id: number, purpose?: LinkPurpose): Promise<void> {
  await sql`update staff.links set ended_at = ${ctx.now} where account_id = ${account_id}
    and (${purpose ?? null}::text is null or purpose = ${purpose ?? null}) and used_at is null and ended_at is null`.execute(
    ctx.sql,
  );
}

export type OpenLink = { id: number; account_id: number; expires_at: Date; made_by: string };

/** Throws link_over for one that is used, ended, lapsed, of another kind, or never was. `lock` for who is about to use it. */
export async function openLink(ctx: Ctx, purpose: LinkPurpose, token: string, lock = false): Promise<OpenLink> {
  const { rows } = await sql<OpenLink>`
    select l.id, l.account_id, l.expires_at, l.made_by from staff.links l
    where l.token_hash = ${hashOf(token)} and l.purpose = ${purpose} and l.used_at is null and l.ended_at is null
      and l.expires_at > ${ctx.now} ${lock ? sql`for update` : sql``}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("link_over");
  return rows[0];
}

export async function consumeLink(ctx: Ctx, { id }: OpenLink): Promise<void> {
  await ctx.sql.updateTable("staff.links").set({ used_at: ctx.now }).where("id", "=", id).execute();
}

/** The end of a link as its e-mail says it. */
export const untilText = (expires_at: Date, language: "vi" | "en"): string =>
  formatDateTime(expires_at.toISOString(), language);
