/** Invitations to surveys, and surveys as a file and staff bring them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import { decrypt } from "../security/encryption.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { awake, inviteAfterDelivery, sendInvitation } from "./invitations.ts";
import { importSurveys } from "./writing.ts";

let shop: TestShop;
let lan: number;
/** Ten in the morning in Việt Nam. */
const start = new Date("2026-12-01T03:00:00Z");
const KITCHEN = "thoi-quen-bep";
const DELIVERY = "sau-giao-hang";

beforeAll(async () => {
  shop = await testShop({ now: start });
  const { rows } = await sql<{ id: number }>`select id from identity.customers where phone = '+84590000011'`.execute(
    shop.sql,
  );
  lan = rows[0]?.id ?? 0;
  await sql`update surveys.polls set starts_at = ${start}::timestamptz - interval '10 days',
    ends_at = ${start}::timestamptz + interval '50 days' where slug = ${KITCHEN}`.execute(shop.sql);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.advanceClock(start.getTime() - shop.now.getTime());
  for (const table of ["answers", "respondents", "invitations"])
    await sql`delete from ${sql.table(`surveys.${table}`)}`.execute(shop.sql);
  await sql`delete from kernel.rate_limits`.execute(shop.sql);
  await sql`update surveys.polls set state = 'open'`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(shop.sql);
});

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(`surveys.${table}`)}`.execute(shop.sql)).rows[0]
    ?.n;
const key = async () => (await shop.visitor().surveys.poll({ id: KITCHEN })).respondent ?? "";
const good = { people: "2-3", often: "4-7", use: ["rice", "hob"], hard: "wash", recommend: 9 };
const send = async (answers: Record<string, string | number | string[]> = good, respondent?: string, client?: string) =>
  shop.visitor(client ? { client } : {}).surveys.answer({
    ...{ id: KITCHEN, respondent: respondent ?? (await key()), answers, consent: true },
  });
/** An order of Lan's that was delivered a day ago. */
async function delivered(): Promise<string> {
  await setStock(shop.sql, juicer, 50);
  const person = await shop.as("lan");
  const { order_code } = await person.orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }] }), {
    idempotency_key: crypto.randomUUID(),
  });
  await sql`update orders.orders set status = 'delivered', delivered_at = ${shop.now}::timestamptz - interval '1 day',
    customer_id = ${lan} where code = ${order_code}`.execute(shop.sql);
  return order_code;
}

describe("an invitation", () => {
  const agree = async (given: boolean) => (await shop.as("lan")).privacy.saveConsent({ purpose: "survey", given });
  const proved = () =>
    sql`update identity.customers set email = 'lan@mutosi.example', email_verified_at = now() where id = ${lan}`.execute(
      shop.sql,
    );
  const jobs = async (task: string) =>
    (
      await sql<{
        payload: Record<string, unknown>;
        run_at: Date;
      }>`select p.payload, j.run_at from graphile_worker.jobs j
        join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = ${task} order by j.id`.execute(
        shop.sql,
      )
    ).rows;
  const mail = async () => {
    const [sent] = await jobs("mail_encrypted");
    const { to, text } = (sent?.payload ?? {}) as { to?: string; text?: string };
    return { to, text: text ? decrypt(shop.base.config, Buffer.from(text, "base64"), `mail ${to}`) : "" };
  };
  const invite = async (order: string) => {
    await inviteAfterDelivery(shop.ctx(), order);
    const [job] = await jobs("invite_to_survey");
    return job;
  };

  test("is made for nobody who has not agreed", async () => {
    await agree(false);
    await proved();
    expect(await invite(await delivered())).toBeUndefined();
  });

  test("leaves a day after delivery, by day, once; its link answers for the order without signing in", async () => {
    await agree(true);
    await proved();
    const order = await delivered();
    const job = await invite(order);
    expect(job?.run_at).toEqual(new Date("2026-12-02T03:00:00Z"));
    await inviteAfterDelivery(shop.ctx(), order);
    expect(await count("invitations")).toBe(1);
    shop.advanceClock(86_400_000);
    const invitation = Number(job?.payload.invitation);
    await sendInvitation(shop.ctx(), { invitation });
    await sendInvitation(shop.ctx(), { invitation });
    expect(await jobs("mail_encrypted")).toHaveLength(1);
    const { to, text } = await mail();
    expect(to).toBe("lan@mutosi.example");
    const t = /sau-giao-hang\?t=([\w.-]+)/.exec(text)?.[1] ?? "";
    const guest = shop.visitor();
    expect((await guest.surveys.poll({ id: DELIVERY, t })).state).toBe("open");
    await guest.surveys.answer({ id: DELIVERY, t, answers: { overall: 5 } });
    expect((await guest.surveys.poll({ id: DELIVERY, t })).state).toBe("answered");
    shop.advanceClock(15 * 86_400_000);
    expect((await guest.surveys.poll({ id: DELIVERY, t })).state).toBe("not_invited");
  });

  test("does not leave where the consent was taken back, a complaint is open, or another left this month", async () => {
    await agree(true);
    await proved();
    const job = await invite(await delivered());
    const invitation = Number(job?.payload.invitation);
    shop.advanceClock(86_400_000);
    await agree(false);
    await sendInvitation(shop.ctx(), { invitation });
    await agree(true);
    const complaint = {
      topic: "complaint" as const,
      full_name: "Tạ Mai Lan",
      phone: "0590000011",
      message: "Máy rò nước ra sàn bếp.",
    };
    await (await shop.as("lan")).contact.send(complaint);
    await sendInvitation(shop.ctx(), { invitation });
    await sql`update contact.messages set state = 'closed', closed_at = now() where customer_id = ${lan}`.execute(
      shop.sql,
    );
    await sql`insert into surveys.invitations (poll_id, order_code, customer_id, made_at, expires_at, sent_at)
      values (9001, 'ANOTHER', ${lan}, ${shop.now}, ${shop.now}, ${shop.now}::timestamptz - interval '29 days')`.execute(
      shop.sql,
    );
    await sendInvitation(shop.ctx(), { invitation });
    expect((await jobs("mail_encrypted")).filter(({ payload }) => payload.to === "lan@mutosi.example")).toEqual([]);
    await sql`delete from surveys.invitations where order_code = 'ANOTHER'`.execute(shop.sql);
    await sendInvitation(shop.ctx(), { invitation });
    expect((await jobs("mail_encrypted")).filter(({ payload }) => payload.to === "lan@mutosi.example")).toHaveLength(1);
  });

  test("its other link stops all of them, and any other token nothing", async () => {
    await agree(true);
    await proved();
    const job = await invite(await delivered());
    shop.advanceClock(86_400_000);
    await sendInvitation(shop.ctx(), { invitation: Number(job?.payload.invitation) });
    const t = /ngung\?t=([\w.-]+)/.exec((await mail()).text)?.[1] ?? "";
    expect(await refusalCode(shop.visitor().surveys.stopInvitations({ t: `${t}x` }))).toBe("not_found");
    await shop.visitor().surveys.stopInvitations({ t });
    const { consents } = await (await shop.as("lan")).privacy.overview({});
    expect(consents.find(({ purpose }) => purpose === "survey")?.given).toBe(false);
  });

  test.each([
    ["in the night: seven in the morning", "2026-12-01T20:00:00Z", "2026-12-02T00:00:00Z"],
    ["at ten in the evening: the next morning", "2026-12-01T15:00:00Z", "2026-12-02T00:00:00Z"],
    ["by day: at once", "2026-12-01T14:59:00Z", "2026-12-01T14:59:00Z"],
  ])("%s", (_title, at, leaves) => {
    expect(awake(new Date(at))).toEqual(new Date(leaves));
  });
});

describe("a file of surveys", () => {
  const file = () => JSON.parse(readFileSync(join(import.meta.dirname, "../../db/data/surveys/surveys.json"), "utf8"));

  test("is taken in whole or not at all; the same again changes nothing", async () => {
    expect(await importSurveys(shop.ctx(), file())).toEqual({ added: 0, changed: 0, unchanged: 4 });
    const wrong = file();
    wrong.polls[0].title.vi = "Tên mới";
    wrong.polls[2].questions[3].show_if.question = "nothing";
    await expect(importSurveys(shop.ctx(), wrong)).rejects.toMatchObject({ code: "invalid" });
    const unknown = file();
    unknown.polls[1].colour = "red";
    await expect(importSurveys(shop.ctx(), unknown)).rejects.toMatchObject({ code: "invalid" });
    expect((await shop.visitor().surveys.poll({ id: DELIVERY })).title).toBe("Lần giao này thế nào?");
  });

  test("a new one is a draft; a dry run keeps nothing", async () => {
    const added = file();
    added.polls = [{ ...added.polls[2], id: 9100, slug: "khao-sat-moi" }];
    expect(await importSurveys(shop.ctx(), added, { isDry: true })).toMatchObject({ added: 1 });
    expect(await refusalCode((await shop.staff("an")).surveys.results({ id: 9100 }))).toBe("not_found");
    await importSurveys(shop.ctx(), added);
    expect(await refusalCode(shop.visitor().surveys.poll({ id: "khao-sat-moi" }))).toBe("not_found");
    expect((await (await shop.staff("an")).surveys.staffPoll({ id: 9100 })).state).toBe("draft");
  });

  test("after the first answer its texts change, its questions do not", async () => {
    await send();
    const { surveys } = await shop.staff("an");
    const { definition } = await surveys.staffPoll({ id: 9003 });
    const renamed = { ...definition, title: { ...definition.title, vi: "Thói quen nấu ăn" } };
    await surveys.savePoll({ id: 9003, definition: renamed });
    expect((await shop.visitor().surveys.poll({ id: KITCHEN })).title).toBe("Thói quen nấu ăn");
    const fewer = { ...renamed, questions: renamed.questions.slice(0, 2) };
    expect(await refusalCode(surveys.savePoll({ id: 9003, definition: fewer }))).toBe("state_conflict");
    await surveys.savePoll({ id: 9003, definition });
  });
});
