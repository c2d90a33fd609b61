/** What has to be true before the examples of surveys can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { invitationToken } from "./respondents.ts";

const KITCHEN = "thoi-quen-bep";

async function reopen(shop: TestShop, state: "open" | "closed"): Promise<void> {
  await sql`update surveys.polls set state = ${state}, starts_at = ${shop.now}::timestamptz - interval '1 day',
    ends_at = ${shop.now}::timestamptz + interval '60 days' where slug = ${KITCHEN}`.execute(shop.sql);
}

const answering: Setup = async ({ shop }) => {
  await reopen(shop, "open");
  const { respondent } = await shop.visitor().surveys.poll({ id: KITCHEN });
  return { input: { respondent: respondent ?? "" } };
};

const reading: Setup = async ({ shop }) => {
  await reopen(shop, "open");
  return {};
};

const invited: Setup = async ({ shop }) => {
  const expires_at = new Date(shop.now.getTime() + 86_400_000);
  const { rows } = await sql<{ id: number }>`
    insert into surveys.invitations (poll_id, order_code, customer_id, made_at, expires_at)
    select 9001, 'EXAMPLE', c.id, ${shop.now}, ${expires_at} from identity.customers c where c.phone = '+84590000011'
    on conflict (poll_id, order_code) do update set expires_at = excluded.expires_at returning id`.execute(shop.sql);
  return { input: { t: await invitationToken(shop.ctx(), { id: rows[0]?.id ?? 0, expires_at }) } };
};

const defined: Setup = async ({ shop }) => {
  const { definition } = await (await shop.staff("an")).surveys.staffPoll({ id: 9001 });
  return { input: { definition } };
};

const set =
  (state: "open" | "closed"): Setup =>
  async ({ shop }) => {
    await sql`update surveys.polls set state = ${state} where id = 9001`.execute(shop.sql);
    return {};
  };

export const surveysSetups: Readonly<Record<string, Setup>> = {
  "surveys.poll": reading,
  "surveys.answer": answering,
  "surveys.stopInvitations": invited,
  "surveys.savePoll": defined,
  "surveys.openPoll": set("closed"),
  "surveys.closePoll": set("open"),
};
