/** The live chat: whose a conversation is, one message once in one order, queue, hours, masking, erasure. rules/chat */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseChats, sweepChats, takeChatsAlong } from "./belonging.ts";
import { attendChats } from "./presence.ts";
import { adviser, clientId, OPEN, person } from "./test-chat.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let shop: TestShop;
let my: Shop;
beforeAll(async () => {
  shop = await testShop({ max: 12, now: OPEN });
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.advanceClock(OPEN.getTime() - shop.now.getTime());
  await sql`delete from chat.conversations`.execute(shop.sql);
  await sql`delete from chat.presence`.execute(shop.sql);
  await sql`delete from identity.attempts`.execute(shop.sql);
  await sql`delete from kernel.rate_limits`.execute(shop.sql);
  await sql`delete from notifications.notifications`.execute(shop.sql);
  my = await adviser(shop);
});

const start = (who: Shop, text = "Máy này dùng nước giếng được không?") =>
  who.chat.start({ ...person, text, client_id: clientId() });
const say = (who: Shop, id: string, text: string, client_id = clientId()) => who.chat.send({ id, client_id, text });
const texts = async (who: Shop, id: string) => (await who.chat.conversation({ id })).messages.map(({ text }) => text);

describe("whose it is", () => {
  test("a visitor's conversation is theirs alone, and of anybody else not there", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    expect(await texts(visitor, id)).toEqual(["Máy này dùng nước giếng được không?"]);
    for (const other of [shop.visitor(), await shop.as("minh")]) {
      const unknown = await refusal(other.chat.conversation({ id: clientId() }));
      const foreign = await refusal(other.chat.conversation({ id }));
      expect(foreign.body).toEqual({ ...unknown.body, request_id: foreign.body.request_id });
      expect(await refusalCode(say(other, id, "Xin chào"))).toBe("not_found");
      expect(await refusalCode(other.chat.close({ id }))).toBe("not_found");
      expect((await other.chat.own({})).conversations).toEqual([]);
    }
  });

  test("an account has it on every device; one that goes on is answered with itself", async () => {
    const [phone, laptop] = [await shop.as("lan"), await shop.as("lan")];
    const { id } = await start(phone);
    expect((await start(laptop, "Thêm một câu nữa nhé")).id).toBe(id);
    expect(await texts(phone, id)).toEqual(["Máy này dùng nước giếng được không?", "Thêm một câu nữa nhé"]);
    expect((await laptop.chat.own({})).known.phone).toBe("+84590000011");
  });

  test("of two begun at once by one account there is one", async () => {
    const lan = await Promise.all(Array.from({ length: 8 }, () => shop.as("lan")));
    const ids = await Promise.all(lan.map(async (who) => (await start(who)).id));
    expect(new Set(ids).size).toBe(1);
    expect(await texts(lan[0] as Shop, ids[0] ?? "")).toHaveLength(8);
  });

  test("a visitor who signs in takes it along where the phone is the account's, and keeps it to the browser where it is not", async () => {
    for (const [phone, belongs] of [
      ["0590000011", true],
      ["0912345678", false],
    ] as const) {
      await sql`delete from chat.conversations`.execute(shop.sql);
      const visitor = shop.visitor();
      await visitor.chat.start({ ...person, phone, text: "Xin chào", client_id: clientId() });
      const { rows } = await sql<{ session_id: number }>`select session_id from chat.conversations`.execute(shop.sql);
      const { id: customer_id } = await customer("lan");
      const other = await sql<{
        id: number;
      }>`select id from identity.sessions where customer_id = ${customer_id} limit 1`.execute(shop.sql);
      const [from, to] = [rows[0]?.session_id ?? 0, other.rows[0]?.id ?? 0];
      await takeChatsAlong(shop.ctx(), { customer_id, from, to });
      const after = await sql<{
        customer_id: number | null;
        session_id: number;
      }>`select customer_id, session_id from chat.conversations`.execute(shop.sql);
      expect(after.rows[0]).toEqual({ customer_id: belongs ? customer_id : null, session_id: to });
    }
  });
});

async function customer(key: string): Promise<{ id: number }> {
  const { rows } = await sql<{
    id: number;
  }>`select id from identity.customers where email = ${`${key}@mutosi.example`}`.execute(shop.sql);
  if (!rows[0]) throw new Error(`there is no ${key}`);
  return rows[0];
}

describe("messages", () => {
  test("the same message sent often counts once, also at the same moment", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    const client_id = clientId();
    const sent = await Promise.all(Array.from({ length: 12 }, () => say(visitor, id, "Một lần", client_id)));
    expect(new Set(sent.map(({ seq }) => seq))).toEqual(new Set([2]));
    expect(await texts(visitor, id)).toHaveLength(2);
  });

  test("numbers are 1, 2, 3 … without a gap when both sides write at the same moment", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.take({ id });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? say(visitor, id, `Khách ${n}`) : my.chat.answer({ id, client_id: clientId(), text: `Shop ${n}` }),
      ),
    );
    const { messages } = await visitor.chat.conversation({ id });
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    const later = await visitor.chat.conversation({ id, after: 15 });
    expect(later.messages.map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20, 21]);
  });

  test("numbers of cards and citizens are masked before they are stored, on both sides", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor, "Thẻ của tôi 4111 1111 1111 1111");
    await my.chat.answer({ id, client_id: clientId(), text: "CCCD 001090012345" });
    const { rows } = await sql<{ text: string }>`select text from chat.messages order by seq`.execute(shop.sql);
    expect(rows.map(({ text }) => text)).toEqual(["Thẻ của tôi ••••••••••••1111", "CCCD ••••••••••••"]);
  });

  test("nothing, too much, and a blank of a canned reply that is left are refused at the field", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    const empty = await refusal(say(visitor, id, "  "));
    expect(empty.body.errors).toEqual({ text: ["Bạn chưa viết gì"] });
    expect((await refusal(say(visitor, id, "a".repeat(2_001)))).body.errors?.text).toHaveLength(1);
    const blank = await refusal(my.chat.answer({ id, client_id: clientId(), text: "Chào [[name]]" }));
    expect(blank.body.errors).toEqual({ text: ["Còn chỗ trống [[…]] chưa điền"] });
  });

  test("'seen' only grows", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào bạn" });
    await visitor.chat.seen({ id, seq: 2 });
    await visitor.chat.seen({ id, seq: 1 });
    expect((await my.chat.record({ id })).seen).toEqual({ customer: 2, shop: 2 });
    await visitor.chat.seen({ id, seq: 99 });
    expect((await my.chat.record({ id })).seen.customer).toBe(2);
  });

  test("a product is a card for everybody, an order for the account that has it alone", async () => {
    const lan = await shop.as("lan");
    const { id } = await start(lan);
    await my.chat.answer({ id, client_id: clientId(), card: { kind: "product", key: "1082" } });
    const { messages } = await lan.chat.conversation({ id });
    expect(messages.at(-1)?.card).toMatchObject({ kind: "product", key: "1082", order: null });
    expect(messages.at(-1)?.card?.product?.name).not.toBe("");
    const card = { kind: "order", key: "K7M2QX9RTA" } as const;
    expect((await refusal(lan.chat.send({ id, client_id: clientId(), card }))).body.errors).toHaveProperty("card");
    expect((await refusal(my.chat.answer({ id, client_id: clientId(), card }))).body.errors).toHaveProperty("card");
  });
});

describe("the form", () => {
  test("phone and province are required, and the phone has the specification's pattern", async () => {
    const visitor = shop.visitor();
    const refused = await refusal(visitor.chat.start({ phone: "", city_code: "", client_id: clientId() }));
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(["city_code", "phone"]);
    const short = await refusal(visitor.chat.start({ ...person, phone: "059-000-001", client_id: clientId() }));
    expect(short.body.errors?.phone).toEqual(["Số điện thoại thiếu 1 chữ số"]);
    for (const phone of ["02437951234", "+1 202 555 0100", "0290000011"])
      expect(await refusalCode(visitor.chat.start({ ...person, phone, client_id: clientId() }))).toBe("invalid");
    for (const phone of ["+84590000011", "84590000011", "059 000 0011"])
      expect((await shop.visitor().chat.start({ ...person, phone, client_id: clientId() })).state).toBe("waiting");
    expect(
      (await refusal(visitor.chat.start({ ...person, city_code: "99", client_id: clientId() }))).body.errors,
    ).toHaveProperty("city_code");
  });

  test("outside hours a message is left: a code, and an answer within an hour of the opening, in the conversation", async () => {
    const night = new Date("2026-11-28T15:14:00Z"); // 22:14
    shop.advanceClock(night.getTime() - shop.now.getTime());
    const lan = await shop.as("lan");
    expect(await lan.chat.hours({})).toMatchObject({
      open: false,
      away: "out_of_hours",
      opens_at: "2026-11-29T01:00:00.000Z",
    });
    expect(await refusalCode(start(lan))).toBe("chat_closed");
    const client_id = clientId();
    const sent = { ...person, text: "Máy báo đèn đỏ", client_id };
    const left = await lan.chat.leave(sent);
    expect(left).toMatchObject({
      code: expect.stringMatching(/^CH-[2-9A-HJ-NP-Z]{6}$/),
      answer_by: "2026-11-29T02:00:00.000Z",
    });
    expect(await lan.chat.leave(sent)).toEqual(left);
    expect((await lan.chat.conversation({ id: left.id })).messages.map(({ word, text }) => word ?? text)).toEqual([
      "Máy báo đèn đỏ",
      "left",
    ]);
    shop.advanceClock(10 * HOUR);
    my = await adviser(shop);
    await my.chat.answer({ id: left.id, client_id: clientId(), text: "Bạn thay lõi số 1 nhé" });
    const { data } = await lan.notifications.list({});
    expect(data[0]).toMatchObject({ kind: "chat_answered", link: `/tro-chuyen/${left.id}` });
    expect(data[0]?.body).toContain(left.code);
  });

  test("within hours, but with nobody there for five minutes, a message is left", async () => {
    shop.advanceClock(6 * MINUTE);
    const visitor = shop.visitor();
    expect(await visitor.chat.hours({})).toMatchObject({ open: false, away: "nobody", opens_at: null });
    expect((await visitor.chat.leave({ ...person, text: "Xin chào", client_id: clientId() })).answer_by).toBe(
      new Date(shop.now.getTime() + HOUR).toISOString(),
    );
  });

  test("the fifty-first in the queue leaves a message", async () => {
    await sql`insert into chat.conversations (code, phone, city_code, locale, state, created_at, due_at, customer_at, last_at)
      select rpad('q' || n, 22, '-'), '+84590000011', '01', 'vi', 'waiting', ${shop.now}, ${shop.now}, ${shop.now}, ${shop.now}
      from generate_series(1, 50) n`.execute(shop.sql);
    expect(await shop.visitor().chat.hours({})).toMatchObject({ open: false, away: "full" });
  });
});

describe("the queue", () => {
  test("injury and smoke come first, whatever the time; place and minutes are told", async () => {
    const [one, two, three] = [shop.visitor(), shop.visitor(), shop.visitor()];
    const first = await start(one);
    shop.advanceClock(1_000);
    await start(two);
    expect(first.place).toBe(1);
    shop.advanceClock(1_000);
    const burning = await start(three, "Máy bốc khói và có mùi khét, con tôi bị bỏng");
    expect(burning).toMatchObject({ place: 1, state: "waiting" });
    expect((await one.chat.conversation({ id: first.id })).place).toBe(2);
    const { data, meta } = await my.chat.inbox({ view: "waiting" });
    expect(data.map(({ id, is_urgent }) => ({ id, is_urgent }))[0]).toEqual({ id: burning.id, is_urgent: true });
    expect(meta.waiting).toBe(3);
  });

  test("of two who take one at the same moment one has it, and the other is told who", async () => {
    const { id } = await start(shop.visitor());
    const other = await adviser(shop, "an");
    const taken = await Promise.allSettled([my.chat.take({ id }), other.chat.take({ id })]);
    expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { assigned_to } = await my.chat.record({ id });
    const loser = taken[0]?.status === "rejected" ? my : other;
    const refused = await refusal(loser.chat.take({ id }));
    expect(refused.body.code).toBe("chat_taken");
    expect(refused.body.message).toContain(assigned_to?.full_name);
  });

  test("a person has five at once, and not a sixth", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await start(shop.visitor())).id);
    for (const id of ids.slice(0, 5)) await my.chat.take({ id });
    expect(await refusalCode(my.chat.take({ id: ids[5] ?? "" }))).toBe("state_conflict");
  });

  test("what a person who is gone for two minutes has goes back to the head", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào bạn" });
    shop.advanceClock(3 * MINUTE);
    await start(shop.visitor());
    await attendChats(shop.ctx());
    const back = await visitor.chat.conversation({ id });
    expect(back).toMatchObject({ state: "waiting", place: 1 });
    const { notes } = await (await adviser(shop, "an")).chat.record({ id });
    expect(notes.map(({ act }) => act)).toEqual(["taken", "returned"]);
  });

  test("a customer who is silent for 25 minutes is asked, and after 30 it is over; writing within a day opens it again", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào bạn" });
    const minutes = async (count: number) => {
      shop.advanceClock(count * MINUTE);
      await my.chat.inbox({});
      await attendChats(shop.ctx());
      return (await visitor.chat.conversation({ id })).state;
    };
    expect(await minutes(24)).toBe("open");
    expect(await minutes(2)).toBe("open");
    expect((await visitor.chat.conversation({ id })).messages.at(-1)?.word).toBe("still_there");
    expect(await minutes(6)).toBe("done");
    expect(await visitor.chat.rate({ id, good: true })).toEqual({ good: true });
    expect(await visitor.chat.rate({ id, good: false })).toEqual({ good: true });
    await my.chat.inbox({});
    await say(visitor, id, "Tôi quay lại rồi");
    expect(await visitor.chat.conversation({ id })).toMatchObject({ state: "open", good: null });
    await visitor.chat.close({ id });
    shop.advanceClock(25 * HOUR);
    expect(await refusalCode(say(visitor, id, "Muộn quá"))).toBe("chat_over");
  });

  test("passed on, the other has all of it, and the first no longer writes in it", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào bạn" });
    await my.chat.note({ id, text: "Khách cần nước giếng" });
    await my.chat.pass({ id, to: await shop.staffId("an") });
    expect(await refusalCode(my.chat.answer({ id, client_id: clientId(), text: "Một câu nữa" }))).toBe("chat_taken");
    const an = await shop.staff("an");
    const record = await an.chat.record({ id });
    expect(record.notes.map(({ act }) => act)).toEqual(["taken", "note", "passed"]);
    expect(record).toMatchObject({ is_mine: true, customer: null, is_phone_proved: false });
    const shown = JSON.stringify(await visitor.chat.conversation({ id }));
    expect(shown).not.toContain("nước giếng tốt");
    expect(shown).not.toContain("Khách cần");
  });
});

describe("who is behind it", () => {
  test("staff see the customer of an account whose phone it is, and nobody behind a typed number", async () => {
    const lan = await shop.as("lan");
    const mine = await start(lan);
    expect((await my.chat.record({ id: mine.id })).customer?.full_name).toBe("Tạ Mai Lan");
    const stranger = await start(shop.visitor());
    expect(await my.chat.record({ id: stranger.id })).toMatchObject({ customer: null, is_phone_proved: false });
  });

  test("the customer sees the first name of who answers", async () => {
    const visitor = shop.visitor();
    const { id } = await start(visitor);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào bạn" });
    const { with: name, messages } = await visitor.chat.conversation({ id });
    expect(name).toBe("My");
    expect(messages.at(-1)).toMatchObject({ from: "staff", by: "My" });
  });

  test("the transcript is text for its owner, and goes to a verified address alone", async () => {
    const lan = await shop.as("lan");
    const { id } = await start(lan, "<script>alert(1)</script>");
    expect((await lan.chat.transcript({ id })).text).toContain("Bạn: <script>alert(1)</script>");
    expect(await refusalCode(shop.visitor().chat.mailTranscript({ id }))).toBe("unauthenticated");
    await sql`update identity.customers set email_verified_at = null where email = 'lan@mutosi.example'`.execute(
      shop.sql,
    );
    expect(await refusalCode(lan.chat.mailTranscript({ id }))).toBe("state_conflict");
    await sql`update identity.customers set email_verified_at = ${shop.now} where email = 'lan@mutosi.example'`.execute(
      shop.sql,
    );
    expect(await lan.chat.mailTranscript({ id })).toEqual({ sent: true });
  });
});

describe("limits and the end of the data", () => {
  test("twenty messages a minute, then a wait", async () => {
    const strict = await testShop({ database: shop, now: OPEN, config: { limit_factor: 1 } });
    const visitor = strict.visitor();
    const { id } = await start(visitor);
    for (let n = 0; n < 20; n += 1) await say(visitor, id, `Tin ${n}`);
    expect(await refusalCode(say(visitor, id, "Quá nhiều"))).toBe("too_many");
  });

  test("an erased person's words and pictures go; that there was a conversation stays", async () => {
    const lan = await shop.as("lan");
    const { id } = await start(lan);
    await my.chat.answer({ id, client_id: clientId(), text: "Chào chị" });
    const { id: customer_id } = await customer("lan");
    await eraseChats(shop.ctx(), customer_id);
    const { rows } =
      await sql<object>`select c.phone, c.customer_id, c.state, (select count(*)::int from chat.messages) as messages,
      (select count(*)::int from chat.notes) as notes from chat.conversations c`.execute(shop.sql);
    expect(rows).toEqual([{ phone: "", customer_id: null, state: "done", messages: 0, notes: 0 }]);
    expect(await refusalCode(my.chat.record({ id }))).toBe("not_found");
  });

  test("24 months after the last message it goes, not before", async () => {
    const { id } = await start(shop.visitor());
    shop.advanceClock(729 * 24 * HOUR);
    await sweepChats(shop.ctx());
    expect((await (await adviser(shop)).chat.record({ id })).messages).toHaveLength(1);
    shop.advanceClock(3 * 24 * HOUR);
    await sweepChats(shop.ctx());
    expect(await refusalCode((await adviser(shop)).chat.record({ id }))).toBe("not_found");
  });
});
