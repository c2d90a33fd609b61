/** Surveys as they are read, answered and counted, and the end of what is known. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseSurveys, sweepSurveys } from "./retention.ts";

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
const stored = async () =>
  (
    await sql<{ answers: unknown; order_code: string | null; customer_id: number | null }>`
    select answers, order_code, customer_id from surveys.answers order by id`.execute(shop.sql)
  ).rows;
const key = async () => (await shop.visitor().surveys.poll({ id: KITCHEN })).respondent ?? "";
const good = { people: "2-3", often: "4-7", use: ["rice", "hob"], hard: "wash", recommend: 9 };
const send = async (answers: Record<string, string | number | string[]> = good, respondent?: string, client?: string) =>
  shop.visitor(client ? { client } : {}).surveys.answer({
    ...{ id: KITCHEN, respondent: respondent ?? (await key()), answers, consent: true },
  });
/** What was refused, by field. */
async function errorsOf(sending: Promise<unknown>): Promise<Record<string, string[]>> {
  return sending.then(
    () => ({}),
    (error: { body?: { errors?: Record<string, string[]> } }) => error.body?.errors ?? {},
  );
}

describe("a survey for everybody", () => {
  test("is read in the reader's language, and opening it stores nothing", async () => {
    const poll = await shop.visitor({ locale: "ja" }).surveys.poll({ id: "9003" });
    expect(poll).toMatchObject({
      slug: KITCHEN,
      title: "台所の習慣",
      lang: "ja",
      state: "open",
      asks_consent: true,
      results: null,
    });
    expect(poll.questions.map(({ id, type }) => [id, type])).toEqual([
      ["people", "choice"],
      ["often", "choice"],
      ["use", "choices"],
      ["hard", "choice"],
      ["recommend", "scale"],
    ]);
    expect([await count("answers"), await count("respondents")]).toEqual([0, 0]);
  });

  test("keeps what was answered without account, address or time of day", async () => {
    await send();
    expect(await stored()).toEqual([{ answers: good, order_code: null, customer_id: null }]);
  });

  test("200 answers at once with one key count once", async () => {
    const respondent = await key();
    const all = await Promise.allSettled(Array.from({ length: 200 }, () => send(good, respondent)));
    expect(all.every(({ status }) => status === "fulfilled")).toBe(true);
    expect([await count("answers"), await count("respondents")]).toEqual([1, 1]);
  });

  test("the same again is the first; another answer of the same key is refused, and none is read back", async () => {
    const respondent = await key();
    await send(good, respondent);
    expect((await send(good, respondent)).thanks).toContain("Cảm ơn");
    expect(await refusalCode(send({ people: "1" }, respondent))).toBe("already_answered");
    const again = await shop.visitor().surveys.poll({ id: KITCHEN, respondent });
    expect(again).toMatchObject({ state: "answered", respondent: null });
    expect(await count("answers")).toBe(1);
  });

  test("an account answers once, from whatever browser, and nothing of it stands with the answer", async () => {
    const minh = await shop.as("minh");
    await minh.surveys.answer({ id: KITCHEN, answers: good, consent: true });
    const elsewhere = await shop.as("minh");
    const other = elsewhere.surveys.answer({
      id: KITCHEN,
      respondent: await key(),
      answers: { people: "1" },
      consent: true,
    });
    expect(await refusalCode(other)).toBe("already_answered");
    expect((await stored())[0]?.customer_id).toBeNull();
  });

  test("a key of another survey, a made-up one and none are nobody's", async () => {
    expect(await refusalCode(send(good, "x.y.z"))).toBe("not_invited");
    expect(await refusalCode(shop.visitor().surveys.answer({ id: KITCHEN, answers: good, consent: true }))).toBe(
      "not_invited",
    );
  });

  test("what its condition hides is dropped, also where it was asked for", async () => {
    await send({ people: "1", often: "0-3", hard: "wash" });
    expect((await stored())[0]?.answers).toEqual({ people: "1", often: "0-3" });
  });

  test.each([
    ["nothing to a question that is asked for", { often: "4-7" }, "answers.people"],
    ["a code that is none", { ...good, people: "7" }, "answers.people"],
    ["more choices than it takes", { ...good, use: ["rice", "hob", "fryer", "blender"] }, "answers.use"],
    ["a number beyond the scale", { ...good, recommend: 11 }, "answers.recommend"],
    ["half a point", { ...good, recommend: "3.5" }, "answers.recommend"],
  ])("%s is told at its question", async (_title, answers, field) => {
    expect(Object.keys(await errorsOf(send(answers)))).toEqual([field]);
    expect(await count("answers")).toBe(0);
  });

  test("without the box it is refused at the box", async () => {
    const sending = shop.visitor().surveys.answer({ id: KITCHEN, respondent: await key(), answers: good });
    expect(Object.keys(await errorsOf(sending))).toEqual(["consent"]);
  });

  test("the sixth of a day from one address is refused", async () => {
    const limited = await testShop({ now: start, config: { limit_factor: 1 } });
    try {
      const visitor = limited.visitor({ client: "203.0.113.9" });
      const answer = async () => {
        const { respondent } = await visitor.surveys.poll({ id: KITCHEN });
        return visitor.surveys.answer({ id: KITCHEN, respondent: respondent ?? "", answers: good, consent: true });
      };
      for (let times = 0; times < 5; times += 1) await answer();
      expect(await refusalCode(answer())).toBe("too_many");
      expect(
        (await sql<{ n: number }>`select count(*)::int as n from surveys.answers`.execute(limited.sql)).rows,
      ).toEqual([{ n: 5 }]);
    } finally {
      await limited.close();
    }
  });
});

describe("its end", () => {
  test("a form opened before it may be sent for 30 minutes; then it is refused, and says when it ended", async () => {
    const respondent = await key();
    shop.advanceClock(50 * 86_400_000 + 29 * 60_000);
    expect((await shop.visitor().surveys.poll({ id: KITCHEN, respondent })).state).toBe("closed");
    await send(good, respondent);
    shop.advanceClock(60_000);
    const refused = await send({ people: "1" }, await key()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 409, body: { code: "poll_closed" } });
    expect(JSON.stringify(refused)).toContain("20/01/2027");
  });

  test("closed by staff it takes nothing more; a draft and one that needs what is not built are not there", async () => {
    const { surveys } = await shop.staff("an");
    const respondent = await key();
    await surveys.closePoll({ id: 9003 });
    expect(await refusalCode(send(good, respondent))).toBe("poll_closed");
    expect(await refusalCode(surveys.closePoll({ id: 9003 }))).toBe("state_conflict");
    await surveys.openPoll({ id: 9003 });
    await send(good, respondent);
    await sql`update surveys.polls set state = 'draft' where id = 9003`.execute(shop.sql);
    expect(await refusalCode(shop.visitor().surveys.poll({ id: KITCHEN }))).toBe("not_found");
    expect(await refusalCode(shop.visitor().surveys.poll({ id: "sau-sua-chua" }))).toBe("not_found");
  });
});

describe("results", () => {
  test("are shown to who has answered from 30 answers on: whole percents that add up to 100, no texts", async () => {
    for (let each = 0; each < 29; each += 1)
      await send({ people: each < 10 ? "1" : each < 20 ? "2-3" : "4-5", recommend: 9 });
    const respondent = await key();
    expect((await shop.visitor().surveys.poll({ id: KITCHEN, respondent })).results).toBeNull();
    const { results } = await send({ people: "6+", use: ["rice"] }, respondent);
    expect(results?.respondents).toBe(30);
    const people = results?.questions.find(({ id }) => id === "people")?.options.map(({ percent }) => percent);
    expect(people?.reduce((sum, percent) => sum + percent, 0)).toBe(100);
    // One answer alone would say what its person chose.
    expect(results?.questions.map(({ id }) => id)).toEqual(["people", "recommend"]);
  });

  test("staff see counts, and texts without a person; the file holds no formula", async () => {
    const order = await delivered();
    const who = await shop.as("lan");
    await who.surveys.answer({ id: DELIVERY, order, answers: { overall: 4, comment: "=HYPERLINK(1)" } });
    const { surveys } = await shop.staff("an");
    const results = await surveys.results({ id: 9001 });
    expect(
      results.questions.find(({ id }) => id === "overall")?.options.find(({ code }) => code === "4"),
    ).toMatchObject({
      count: 1,
      percent: 100,
    });
    expect(results.questions.find(({ id }) => id === "comment")?.texts).toEqual(["=HYPERLINK(1)"]);
    const { content } = await surveys.resultsFile({ id: 9001 });
    expect(content).toContain("'=HYPERLINK(1)");
    expect(JSON.stringify(results) + content).not.toContain(order);
  });
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

describe("a survey about an order", () => {
  test("is its owner's, once for the order; nobody else's", async () => {
    const order = await delivered();
    const who = await shop.as("lan");
    expect(await who.surveys.ofOrder({ order })).toMatchObject({ slug: DELIVERY });
    expect((await shop.visitor().surveys.poll({ id: DELIVERY, order })).state).toBe("not_invited");
    expect(
      await refusalCode((await shop.as("minh")).surveys.answer({ id: DELIVERY, order, answers: { overall: 5 } })),
    ).toBe("not_invited");
    await who.surveys.answer({ id: DELIVERY, order, answers: { overall: 5 } });
    expect(await who.surveys.ofOrder({ order })).toMatchObject({ slug: null });
    expect(await stored()).toEqual([{ answers: { overall: 5 }, order_code: order, customer_id: lan }]);
  });

  test("a low answer opens a message with the order at the desk; a good one none", async () => {
    const order = await delivered();
    const who = await shop.as("lan");
    await who.surveys.answer({
      id: DELIVERY,
      order,
      answers: { overall: 1, what: ["late"], comment: "Giao trễ ba ngày, không ai gọi." },
    });
    const { rows } = await sql<{ topic: string; order_code: string; text: string }>`
      select m.topic, m.order_code, l.text from contact.messages m join contact.lines l on l.message_id = m.id
      where m.order_code = ${order} and m.topic = 'survey'`.execute(shop.sql);
    expect(rows).toEqual([{ topic: "survey", order_code: order, text: expect.stringContaining("không ai gọi") }]);
  });

  test("12 months after, the order and the account are gone from the answer; with the person the answer goes", async () => {
    const order = await delivered();
    await (await shop.as("lan")).surveys.answer({ id: DELIVERY, order, answers: { overall: 5 } });
    shop.advanceClock(366 * 86_400_000);
    await sweepSurveys(shop.ctx());
    expect(await stored()).toEqual([{ answers: { overall: 5 }, order_code: null, customer_id: null }]);
    await sql`update surveys.answers set customer_id = ${lan}`.execute(shop.sql);
    await eraseSurveys(shop.ctx(), lan);
    expect(await stored()).toEqual([]);
  });
});
