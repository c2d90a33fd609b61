/**
 * Accounts unused for 36 months: the person is notified, by an email or a message that really left, and 30 days
 * later erased as if they had asked for it. An account that signs in meanwhile stays. rules/privacy#retention
 * ASSUMED(0166): who is left alone, how long the warning stands, by which way it goes.
 */
import { formatDate, type Locale, localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import { planDeletion, takeBackDeletion } from "../identity/accounts/erasure.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { isSilent, smsBrand } from "../notifications/carriers/carrier.ts";
import { sendSms } from "../notifications/carriers/esms.ts";
import { sendEmail } from "../notifications/emails.ts";
import { notify } from "../notifications/notifications.ts";
import { layOut } from "../notifications/outbox.ts";
import { notificationWords } from "../notifications/wording.ts";

const UNUSED_MONTHS = 36; // data: privacy policy
const WARNED_DAYS = 30;
/** A warning that has not left after so long is sent again, with a later day. */
const UNSENT_DAYS = 5;
const portion = 100;
const DAY_MS = 86_400_000;

/** Only a customer without anything pending who can be notified. */
const isUnused = (ctx: Ctx) => sql<boolean>`c.status = 'active'
  and c.last_active_at < ${ctx.now}::timestamptz - make_interval(months => ${UNUSED_MONTHS})
  and not exists (select from identity.roles r where r.customer_id = c.id)
  and not exists (select from orders.orders o where o.customer_id = c.id
    and o.status in ('waiting_approval', 'confirmed', 'delivering'))
  and not exists (select from privacy.data_requests d where d.customer_id = c.id and d.kind = 'deletion'
    and d.status = 'waiting' and (d.because = 'asked' or d.warned_at is not null
      or d.due_at > ${new Date(ctx.now.getTime() + (WARNED_DAYS - UNSENT_DAYS) * DAY_MS)}))`;

/** Whether an email or a message could reach the customer, as the shop is configured. */
function isReachable({ config }: Ctx) {
  const byEmail = config.smtp_url !== undefined || config.dev_simulators;
  const byPhone = config.esms !== null || config.dev_simulators;
  return sql<boolean>`((${byEmail}::boolean and c.email_verified_at is not null) or (${byPhone}::boolean and c.phone is not null))`;
}

/** The job `find_unused_accounts`. One transaction a person, a limited number a run. Answers how many. Safe to repeat. */
export async function findUnusedAccounts(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number; can_be_told: boolean }>`
    select c.id, ${isReachable(ctx)} as can_be_told from identity.customers c where ${isUnused(ctx)}
    order by can_be_told desc, c.last_active_at limit ${portion}`.execute(ctx.sql);
  const told = rows.filter(({ can_be_told }) => can_be_told);
  if (told.length === 0 && rows.length > 0) {
    ctx.log.warn({ event: "unused_unreachable" }, "unused accounts are not erased: no email or message can be sent");
  }
  let planned = 0;
  for (const { id } of told) {
    if (await inTransaction(ctx, (tx) => planErasure(tx, id))) planned += 1;
  }
  return planned;
}

async function planErasure(ctx: Ctx, customer_id: number): Promise<boolean> {
  // Locks the person: a sign-in at this moment either comes before, or takes it back.
  await sql`select from identity.customers where id = ${customer_id} for update`.execute(ctx.sql);
  const still = await sql`select from identity.customers c where c.id = ${customer_id} and ${isUnused(ctx)}`.execute(
    ctx.sql,
  );
  if (still.rows.length === 0) return false;
  const due = new Date(ctx.now.getTime() + WARNED_DAYS * DAY_MS);
  const { rows } = await sql<{ id: number; code: string }>`
    insert into privacy.data_requests (customer_id, kind, status, asked_at, due_at, because)
    values (${customer_id}, 'deletion', 'waiting', ${ctx.now}, ${due}, 'unused')
    on conflict (customer_id, kind) where status = 'waiting' do update set due_at = excluded.due_at
    returning id, code`.execute(ctx.sql);
  const request = rows[0];
  if (!request) throw new Error("a planned erasure has its row");
  await planDeletion(ctx, customer_id, due);
  await notify(ctx, { customer_id, kind: "account_unused", subject: request.code, facts: { day: due.toISOString() } });
  await enqueue(ctx, "warn_unused_account", { request: request.id });
  return true;
}

type Warned = { id: number; email: string | null; phone: string | null; locale: Locale; due_at: Date; code: string };

/** The job `warn_unused_account`. A repeat after the message has left may send it again: better twice than never. */
export async function warnUnusedAccount(ctx: Ctx, { request }: { request: number }): Promise<void> {
  const { rows } = await sql<Warned>`
    select d.id, d.code, d.due_at, c.phone, c.locale, case when c.email_verified_at is not null then c.email end as email
    from privacy.data_requests d join identity.customers c on c.id = d.customer_id
    where d.id = ${request} and d.status = 'waiting' and d.because = 'unused' and d.warned_at is null`.execute(ctx.sql);
  const warned = rows[0];
  if (!warned || !(await send(ctx, warned))) return;
  await sql`update privacy.data_requests set warned_at = ${ctx.now} where id = ${request}`.execute(ctx.sql);
}

/** By email where an address was proved, else to the phone. Whether it left. */
async function send(ctx: Ctx, { email, phone, locale, due_at, code }: Warned): Promise<boolean> {
  const { smtp_url, dev_simulators, esms } = ctx.config;
  const day = formatDate(due_at, locale);
  if (email !== null && (smtp_url !== undefined || dev_simulators)) {
    const { title, body } = notificationWords[locale].kinds.account_unused;
    const login = ctx.config.public_url + localisedPath("/login", locale);
    await sendEmail(ctx, {
      to: email,
      title,
      text: `${body({ order: "", amount: "", points: "", is_less: false, why: "", name: "", ticket: "", visit: "", day })}\n\n${login}`,
    });
    return true;
  }
  if (phone === null) return false;
  // Without accents, without a link: one message, and operators let it through (rules/notifications#sms).
  const text = `${await smsBrand(ctx)}: Tai khoan cua ban lau khong dung, se bi xoa ngay ${formatDate(due_at, "vi")}. Dang nhap truoc ngay do de giu lai.`;
  if (esms && !isSilent(ctx, phone)) await sendSms(ctx, esms, { phone, text, reference: `unused-${code}` });
  else if (dev_simulators) await layOut(ctx, { channel: "sms", recipient: phone, text });
  else return false;
  return true;
}

/** Reaction to signed_in: the account is used again and stays. The person's row is locked by the caller. Safe to repeat. */
export async function keepUsedAgain(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    update privacy.data_requests set status = 'cancelled', completed_at = ${ctx.now}
    where customer_id = ${customer_id} and kind = 'deletion' and status = 'waiting' and because = 'unused'
    returning code`.execute(ctx.sql);
  const cancelled = rows[0];
  if (!cancelled) return;
  await takeBackDeletion(ctx, customer_id);
  await notify(ctx, { customer_id, kind: "deletion_taken_back", subject: cancelled.code, facts: {} });
}
