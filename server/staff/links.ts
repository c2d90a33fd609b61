/**
 * Links by e-mail: an invitation, a new password, a new second factor. The database holds the hash of the token; one link
 * of a kind is open for an account, works once and ends. rules/staff#links
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { hashOf } from "./sessions.ts";

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

export async function useLink(ctx: Ctx, { id }: OpenLink): Promise<void> {
  await ctx.sql.updateTable("staff.links").set({ used_at: ctx.now }).where("id", "=", id).execute();
}

/** The end of a link as its e-mail says it. */
export const untilText = (expires_at: Date, language: "vi" | "en"): string =>
  formatDateTime(expires_at.toISOString(), language);
