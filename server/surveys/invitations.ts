/**
 * Invitations to answer a survey about an order: made when it is delivered, judged again when they leave. Only to who agreed
 * to be asked, by day, not often, and not while a complaint is open. rules/surveys#invitations
 */
import { ShopError } from "contract/errors.ts";
import { formatDate, type Locale, localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import { surveyWords } from "messages/survey-mails.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";
import { encrypt } from "../security/encryption.ts";
import { conditionOf, languageOf, type StoredPoll, sayIn } from "./polls.ts";
import { deliveredWithin, hasAnswered, invitationOf, invitationToken } from "./respondents.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * HOUR_MS;
const EXPIRES_DAYS = 14;
const ASKED_AGAIN_DAYS = 30;
/** No invitation leaves before the first or from the second hour of a day of Việt Nam on. */
const WAKING_HOURS = [7, 22] as const;

/** The first moment from `at` on at which an invitation may leave. */
export function awake(at: Date): Date {
  const local = at.getTime() + ZONE_MS;
  const midnight = local - (local % DAY_MS);
  const hour = (local - midnight) / HOUR_MS;
  const [opens, closes] = WAKING_HOURS;
  if (hour >= opens && hour < closes) return at;
  return new Date(midnight + (hour < opens ? opens : 24 + opens) * HOUR_MS - ZONE_MS);
}

async function aboutOrders(ctx: Ctx): Promise<StoredPoll[]> {
  const { rows } = await sql<StoredPoll>`select id, slug, state, definition, starts_at, ends_at from surveys.polls
    where state = 'open' and definition #>> '{when,event}' = 'order.delivered' order by id`.execute(ctx.sql);
  return rows.filter((poll) => hasFeatures(poll.definition.needs) && conditionOf(poll, ctx.now) === "open");
}

/** Reaction to order_delivered. Safe to repeat: one invitation for a survey and an order. */
export async function inviteAfterDelivery(ctx: Ctx, order_code: string): Promise<void> {
  for (const { id, definition } of await aboutOrders(ctx)) {
    const { delay_hours = 0, expires_days = EXPIRES_DAYS } = definition.when;
    const leaves = awake(new Date(ctx.now.getTime() + delay_hours * HOUR_MS));
    const { rows } = await sql<{ id: number }>`
      insert into surveys.invitations (poll_id, order_code, customer_id, made_at, expires_at)
      select ${id}, o.code, o.customer_id, ${ctx.now}, ${endOfDay(leaves, expires_days)}
      from orders.orders o join identity.customers c on c.id = o.customer_id
      where o.code = ${order_code} and privacy.agrees(c.id, 'survey') and c.email_verified_at is not null
      on conflict do nothing returning id`.execute(ctx.sql);
    for (const invitation of rows)
      await enqueue(ctx, "invite_to_survey", { invitation: invitation.id }, { run_at: leaves });
  }
}

/** The end of the `days`th day after the day of `at`. */
function endOfDay(at: Date, days: number): Date {
  const local = at.getTime() + ZONE_MS;
  return new Date(local - (local % DAY_MS) + (days + 1) * DAY_MS - ZONE_MS);
}

type Leaving = {
  id: number;
  poll_id: number;
  order_code: string;
  customer_id: number;
  expires_at: Date;
  email: string;
  full_name: string;
  locale: Locale;
};

/** The job `invite_to_survey`: what is not wanted any more does not leave. Safe to repeat. Locks the account's invitations. */
export async function sendInvitation(ctx: Ctx, { invitation }: { invitation: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const later = awake(tx.now);
    if (later > tx.now) return enqueue(tx, "invite_to_survey", { invitation }, { run_at: later });
    const found = await wanted(tx, invitation);
    if (!found) return;
    const { poll, leaving } = found;
    const { locale, email: to } = leaving;
    const speaking = { ...tx, locale };
    const say = await sayIn(speaking, languageOf(poll.definition, locale));
    const address = (path: string) => tx.config.public_url + localisedPath(path, locale);
    const token = await invitationToken(tx, leaving);
    const title = say(poll.definition.title);
    const text = surveyWords(locale).invited({
      ...{ name: leaving.full_name, until: formatDate(new Date(leaving.expires_at.getTime() - 1), locale) },
      link: `${address(`/khao-sat/${poll.slug}`)}?t=${token}`,
      stop_link: `${address("/khao-sat/ngung")}?t=${token}`,
    });
    await sql`update surveys.invitations set sent_at = ${tx.now} where id = ${leaving.id}`.execute(tx.sql);
    await enqueue(tx, "mail_encrypted", { to, title, text: encrypt(tx.config, text, `mail ${to}`).toString("base64") });
  });
}

async function wanted(ctx: Ctx, invitation: number): Promise<{ poll: StoredPoll; leaving: Leaving } | null> {
  await sql`select from surveys.invitations where customer_id =
    (select customer_id from surveys.invitations where id = ${invitation}) order by id for update`.execute(ctx.sql);
  const { rows } = await sql<Leaving>`
    select i.id, i.poll_id, i.order_code, i.customer_id, i.expires_at, c.email, c.full_name, c.locale
    from surveys.invitations i join identity.customers c on c.id = i.customer_id
    where i.id = ${invitation} and i.sent_at is null and i.expires_at > ${ctx.now}
      and c.status = 'active' and c.email_verified_at is not null and privacy.agrees(c.id, 'survey')
      and not exists (select from surveys.invitations s where s.customer_id = i.customer_id
        and s.sent_at > ${ctx.now}::timestamptz - make_interval(days => ${ASKED_AGAIN_DAYS}))
      and not exists (select from contact.messages m where m.topic = 'complaint' and m.customer_id = c.id
        and m.state in ('received', 'in_work', 'waiting_customer'))`.execute(ctx.sql);
  const [leaving] = rows;
  const poll = leaving && (await aboutOrders(ctx)).find(({ id }) => id === leaving.poll_id);
  if (!leaving || !poll) return null;
  const respondent = { key: `order ${leaving.order_code}`, ...leaving, is_device: false };
  return (await hasAnswered(ctx, poll, respondent)) ? null : { poll, leaving };
}

/** The survey about an order of the caller that may be answered now. */
export async function surveyOfOrder(
  ctx: Ctx,
  { order }: { order: string },
): Promise<{ slug: string | null; title: string }> {
  const session = await ctx.session();
  if (session) {
    for (const poll of await aboutOrders(ctx)) {
      const { rows } = await sql<{ code: string }>`select o.code from orders.orders o where o.code = ${order}
        and (o.customer_id = ${session.customer_id} or o.session_id = ${session.id}) and ${deliveredWithin(ctx, poll)}`.execute(
        ctx.sql,
      );
      const respondent = { key: `order ${order}`, order_code: order, customer_id: null, is_device: false };
      if (rows[0] && !(await hasAnswered(ctx, poll, respondent))) {
        const say = await sayIn(ctx, languageOf(poll.definition, ctx.locale));
        return { slug: poll.slug, title: say(poll.definition.title) };
      }
    }
  }
  return { slug: null, title: "" };
}

/** By the token of an invitation, without signing in. Throws not_found. Safe to repeat. */
export async function stopInvitations(ctx: Ctx, { t }: { t: string }): Promise<{ stopped: true }> {
  const invitation = await invitationOf(ctx, t);
  if (!invitation) throw new ShopError("not_found");
  const { customer_id } = invitation;
  await inTransaction(ctx, (tx) =>
    tx.announce(tx, "consent_said", { customer_id, purposes: ["survey"], given: false, channel: "web" }),
  );
  return { stopped: true };
}
