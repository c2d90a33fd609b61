/** Requests, slots, costs and what follows from them. rules/service */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor } from "../testing/test-codes.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { dayBefore, knownMachine, owner } from "../warranty/test-warranties.ts";
import { moveByTime } from "./jobs.ts";
import {
  freeTime,
  HANOI,
  provedVisitor,
  REST,
  requestForm,
  setState,
  stored,
  ticketOf,
  versionOf,
} from "./test-service.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, now: new Date("2026-11-28T03:00:00Z") });
});
afterAll(() => shop.close());

describe("slots", () => {
  test("an area with the skill offers days with what is free, another is called back", async () => {
    const { days, call_back, area } = await shop
      .visitor()
      .service.slots({ ...HANOI, category_slug: "may-loc-nuoc-ro" });
    expect(call_back).toBeNull();
    expect(area).toBe("Nội thành Hà Nội");
    expect(days[0]?.day).toBe("2026-11-28");
    expect(days.at(-1)?.day).toBe("2026-12-12");
    expect(days[1]?.slots.map(({ slot }) => slot)).toEqual(["s1", "s2", "s3", "s4", "s5"]);
    expect(await shop.visitor().service.slots({ ...REST, category_slug: "may-loc-nuoc-ro" })).toMatchObject({
      days: [],
      call_back: 72,
      travel_fee: 150_000,
    });
  });

  test("of 40 at once one gets the only technician, the others learn what is free, and nobody has two", async () => {
    const time = await freeTime(shop, "may-giat");
    const people = [];
    for (let count = 0; count < 40; count += 1) people.push(await provedVisitor(shop));
    const form = { ...requestForm, category_slug: "may-giat", ...time };
    const answers = await Promise.allSettled(
      people.map(({ visitor, phone, otp }) => visitor.service.request({ ...form, phone, otp })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason.body] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["slot_taken"]));
    expect(refused[0].message).toMatch(/\d\d:00–\d\d:00/);
    const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from service.visits
      where day = ${time.day}::date and slot = ${time.slot} and technician_code = 'kt-hn-3'`.execute(shop.sql);
    expect(rows[0]?.taken).toBe(1);
  });

  test("two technicians with the skill are both found, the one with fewer visits first", async () => {
    await sql`update service.technicians set skills = skills || '{small}' where code in ('kt-hn-1', 'kt-hn-2')`.execute(
      shop.sql,
    );
    const time = { day: "2026-12-09", slot: "s2" } as const;
    const form = { ...requestForm, category_slug: "am-sieu-toc", ...time };
    const people = [await provedVisitor(shop), await provedVisitor(shop), await provedVisitor(shop)];
    const answers = await Promise.allSettled(
      people.map(({ visitor, phone, otp }) => visitor.service.request({ ...form, phone, otp })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const next = await provedVisitor(shop);
    await sql`insert into service.days_off values ('kt-hn-1', '2026-12-10')`.execute(shop.sql);
    const { visit } = await next.visitor.service.request({
      ...form,
      day: "2026-12-10",
      phone: next.phone,
      otp: next.otp,
    });
    expect(visit?.technician).toBe("Vân");
  });

  test("the database itself refuses a technician who is taken", async () => {
    const insert = (
      ticket: string,
    ) => sql`insert into service.visits (public_id, ticket_id, technician_code, day, slot, booked_at)
      select ${ticket.padEnd(22, "x")}, id, 'kt-dn-1', '2026-12-01', 's1', now() from service.tickets order by id limit 1 offset ${ticket === "a" ? 0 : 1}`;
    await sql`update service.visits set freed_at = now()`.execute(shop.sql);
    await insert("a").execute(shop.sql);
    await expect(insert("b").execute(shop.sql)).rejects.toThrow("visits_once");
    await sql`update service.visits set freed_at = now() where technician_code = 'kt-dn-1'`.execute(shop.sql);
  });

  test("a time that is over, too near, too far or a holiday is not offered", async () => {
    for (const time of [
      { day: "2026-11-27", slot: "s1" },
      { day: "2026-11-28", slot: "s2" },
      { day: "2026-12-13", slot: "s1" },
    ] as const) {
      const { visitor, phone, otp } = await provedVisitor(shop);
      expect(
        (await refusal(visitor.service.request({ ...requestForm, ...time, phone, otp }))).body.errors,
      ).toHaveProperty("day");
    }
  });
});

describe("a request", () => {
  test("needs the phone's code, consent and a fault, and is seen by its owner alone", async () => {
    const { visitor, phone, otp } = await provedVisitor(shop);
    expect(await refusalCode(shop.visitor().service.request({ ...requestForm, phone }))).toBe("phone_unconfirmed");
    const wrong = await refusal(visitor.service.request({ ...requestForm, phone, otp, consent: false }));
    expect(wrong.body.errors).toHaveProperty("consent");
    const without = await refusal(visitor.service.request({ ...requestForm, kind: "repair", text: "", phone, otp }));
    expect(without.body.errors).toHaveProperty("text");
    const ticket = await visitor.service.request({ ...requestForm, phone, otp });
    expect(ticket).toMatchObject({ state: "received", phone: stored(phone), visit: null });
    expect(ticket.code).toMatch(/^SC-[2-9A-HJ-NP-Z]{6}$/);
    expect((await visitor.service.own({})).data.map(({ code }) => code)).toContain(ticket.code);
    expect(await refusalCode(shop.visitor().service.ticket({ code: ticket.code }))).toBe("not_found");
    expect(await refusalCode((await shop.as("minh")).service.ticket({ code: ticket.code }))).toBe("not_found");
    const again = shop.visitor();
    await again.identity.sendCode({ phone, purpose: "warranty" });
    const seen = await again.service.prove({ phone, otp: await codeFor(shop, stored(phone)) });
    expect(seen.map(({ code }) => code)).toEqual([ticket.code]);
    expect((await again.service.ticket({ code: ticket.code })).address).toContain("12 phố Sen Hồng");
  });

  test("of one machine has one open repair, and another's card is none", async () => {
    const minh = await shop.as("minh");
    const serial = await knownMachine(shop.sql, "sold");
    const { id: warranty_id } = await minh.warranty.activate({
      ...owner,
      serial,
      phone: "0590000022",
      bought_on: dayBefore(shop.now, 2),
    });
    const form = {
      ...requestForm,
      kind: "repair",
      category_slug: "am-sieu-toc",
      fault: "no-power",
      warranty_id,
    } as const;
    const first = await minh.service.request({ ...form, phone: "0590000022" });
    const second = await refusal(minh.service.request({ ...form, phone: "0590000022" }));
    expect(second.body.code).toBe("open_ticket");
    expect(second.body.message).toContain(first.code);
    const lan = await refusal((await shop.as("lan")).service.request({ ...form, phone: "0590000011" }));
    expect(lan.body.errors).toHaveProperty("warranty_id");
    await minh.service.cancel({ code: first.code });
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => minh.service.request({ ...form, phone: "0590000022" })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is moved three times and cancelled, up to two hours before, and its slots are free again", async () => {
    const lan = await shop.as("lan");
    const { code, visit } = await ticketOf(lan, shop);
    expect(visit).not.toBeNull();
    for (let moved = 1; moved <= 3; moved += 1) {
      const ticket = await lan.service.move({ code, ...(await freeTime(shop)) });
      expect(ticket.moves_left).toBe(3 - moved);
    }
    expect(await refusalCode(lan.service.move({ code, ...(await freeTime(shop)) }))).toBe("too_late");
    const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from service.visits v
      join service.tickets t on t.id = v.ticket_id where t.code = ${code} and v.freed_at is null`.execute(shop.sql);
    expect(rows[0]?.taken).toBe(1);
    expect((await lan.service.cancel({ code, reason: "Tôi đi vắng" })).state).toBe("cancelled");
    expect(await refusalCode(lan.service.cancel({ code }))).toBe("state_conflict");
    const late = await ticketOf(lan, shop);
    await sql`update service.visits set day = '2026-11-28', slot = 's2' where freed_at is null and ticket_id =
      (select id from service.tickets where code = ${late.code})`.execute(shop.sql);
    expect(await refusalCode(lan.service.cancel({ code: late.code }))).toBe("too_late");
    expect(await refusalCode(lan.service.move({ code: late.code, ...(await freeTime(shop)) }))).toBe("too_late");
  });

  test("belongs to the account that proves its phone", async () => {
    const { visitor, phone, otp } = await provedVisitor(shop);
    const { code } = await visitor.service.request({ ...requestForm, phone, otp });
    const { rows } = await sql<{
      id: number;
    }>`select id from identity.customers where email = 'hoa@mutosi.example'`.execute(shop.sql);
    const hoa = await shop.as("hoa");
    expect(await refusalCode(hoa.service.ticket({ code }))).toBe("not_found");
    await sql`update service.tickets set phone = (select phone from identity.customers where id = ${rows[0]?.id}) where code = ${code}`.execute(
      shop.sql,
    );
    expect((await hoa.service.ticket({ code })).code).toBe(code);
  });
});

describe("costs", () => {
  const lines = "Bơm tăng áp; 1; 450,000\nCông thay; 1; 150000";

  test("nothing is done before the owner accepts that very quote", async () => {
    const staff = await shop.staff("my");
    const tuan = await shop.as("tuan");
    const { code } = await ticketOf(tuan, shop);
    await setState(shop, code, "at_centre");
    const quoted = await staff.service.quote({ code, version: await versionOf(shop, code), reason: "Bơm hỏng", lines });
    expect(quoted.quotes).toMatchObject([{ number: 1, total: 600_000, state: "waiting" }]);
    expect(quoted.to).not.toContain("working");
    const { version } = quoted;
    expect(await refusalCode(staff.service.moveTicket({ code, version, to: "working", reason: "vội" }))).toBe(
      "state_conflict",
    );
    const again = await staff.service.quote({ code, version, reason: "Thêm van", lines: `${lines}\nVan; 2; 50000` });
    expect(again.quotes.map(({ state }) => state)).toEqual(["replaced", "waiting"]);
    expect(await refusalCode(tuan.service.answerQuote({ code, number: 1, accept: true }))).toBe("quote_changed");
    expect(await refusalCode(shop.visitor().service.answerQuote({ code, number: 2, accept: true }))).toBe("not_found");
    const accepted = await tuan.service.answerQuote({ code, number: 2, accept: true });
    expect(accepted).toMatchObject({ state: "working", agreed: 700_000 });
    expect(await refusalCode(tuan.service.answerQuote({ code, number: 2, accept: true }))).toBe("state_conflict");
  });

  test("a refused quote leaves a machine at the centre ready, without anything agreed", async () => {
    const staff = await shop.staff("my");
    const tuan = await shop.as("tuan");
    const { code, version } = await staff.service.moveTicket({
      ...(await received(tuan)),
      to: "at_centre",
      reason: "Khách mang đến",
    });
    await staff.service.quote({ code, version, reason: "Bơm hỏng", lines });
    expect(await tuan.service.answerQuote({ code, number: 1, accept: false })).toMatchObject({
      state: "ready",
      agreed: null,
    });
  });

  async function received(person: Awaited<ReturnType<TestShop["as"]>>) {
    const { phone } = await person.identity.profile({});
    const { code } = await person.service.request({ ...requestForm, phone: phone ?? "" });
    return { code, version: await versionOf(shop, code) };
  }

  test("a line that cannot be read is refused", async () => {
    const staff = await shop.staff("my");
    const { code } = await received(await shop.as("tuan"));
    await setState(shop, code, "at_centre");
    const version = await versionOf(shop, code);
    for (const wrong of ["Bơm", "Bơm; 0; 1000", "Bơm; 1; -5", "Bơm; 1; 999999999999", "; 1; 1000", "a; 1; 2; 3"])
      expect(
        (await refusal(staff.service.quote({ code, version, reason: "x", lines: wrong }))).body.errors,
      ).toHaveProperty("lines");
  });

  test("after 14 days a quote lapses, after 3 days work at home is done", async () => {
    const staff = await shop.staff("my");
    const tuan = await shop.as("tuan");
    const { code } = await received(tuan);
    await setState(shop, code, "at_centre");
    await staff.service.quote({ code, version: await versionOf(shop, code), reason: "Bơm hỏng", lines });
    const home = await received(tuan);
    await setState(shop, home.code, "ready");
    const inDays = (days: number) => ({ ...shop.ctx(), now: new Date(shop.now.getTime() + days * 86_400_000) });
    await moveByTime(inDays(2));
    expect((await tuan.service.ticket({ code: home.code })).state).toBe("ready");
    await moveByTime(inDays(4));
    expect((await tuan.service.ticket({ code: home.code })).state).toBe("done");
    expect((await tuan.service.ticket({ code })).state).toBe("quoted");
    await moveByTime(inDays(15));
    expect(await tuan.service.ticket({ code })).toMatchObject({ state: "ready", quotes: [{ state: "lapsed" }] });
  });
});

describe("the technician's page", () => {
  async function visit(category_slug = "may-loc-nuoc-ro") {
    const lan = await shop.as("lan");
    const { code } = await ticketOf(lan, shop, { category_slug, ...(await freeTime(shop, category_slug)) });
    const { rows } = await sql<{
      id: string;
      phone: string;
    }>`update service.visits v set day = '2026-11-28', slot = 's3'
      from service.tickets t, service.technicians h where t.id = v.ticket_id and t.code = ${code} and v.freed_at is null
        and h.code = v.technician_code returning v.public_id as id, h.login_phone as phone`.execute(shop.sql);
    return { lan, code, id: rows[0]?.id ?? "", phone: rows[0]?.phone ?? "" };
  }

  test("opens to the technician's own phone alone, for its hours, and says nothing of prices", async () => {
    const { lan, code, id, phone } = await visit();
    const technician = shop.visitor();
    expect(await refusalCode(technician.service.visit({ id }))).toBe("phone_unconfirmed");
    expect(await refusalCode(lan.service.visit({ id }))).toBe("phone_unconfirmed");
    expect(await refusalCode(technician.service.visit({ id: "A".repeat(22) }))).toBe("not_found");
    await technician.service.visitCode({ id });
    const { visits } = await technician.service.visitProof({ id, otp: await codeFor(shop, phone) });
    expect(visits.map((each) => each.code)).toContain(code);
    expect(visits[0]).toMatchObject({ full_name: "Trần Văn Minh", to: ["on_the_way", "arrived"] });
    expect(JSON.stringify(visits)).not.toContain("90000011");
    await technician.service.visitMove({ id, from: "booked", to: "arrived" });
    expect(await refusalCode(technician.service.visitMove({ id, from: "booked", to: "on_the_way" }))).toBe(
      "state_conflict",
    );
    await technician.service.visitQuote({ id, reason: "Bơm hỏng", lines: "Bơm; 1; 450000" });
    expect(await refusalCode(technician.service.visitMove({ id, from: "quoted", to: "working" }))).toBe(
      "state_conflict",
    );
    await lan.service.answerQuote({ code, number: 1, accept: true });
    await technician.service.visitParts({ id, name: "Bơm", quantity: 1 });
    await technician.service.visitMove({ id, from: "working", to: "ready" });
    expect((await lan.service.confirm({ code })).state).toBe("done");
    expect((await lan.service.ticket({ code })).parts).toMatchObject([{ name: "Bơm", quantity: 1 }]);
    await sql`update service.visits set day = '2026-11-26' where public_id = ${id}`.execute(shop.sql);
    expect(await refusalCode(technician.service.visit({ id }))).toBe("not_found");
  });

  test("nobody home twice cancels the ticket", async () => {
    const { lan, code } = await visit("may-loc-khong-khi");
    await sql`update service.tickets set not_home_times = 1 where code = ${code}`.execute(shop.sql);
    const { rows } = await sql<{
      id: string;
      phone: string;
    }>`select v.public_id as id, h.login_phone as phone from service.visits v
      join service.tickets t on t.id = v.ticket_id join service.technicians h on h.code = v.technician_code
      where t.code = ${code} and v.freed_at is null`.execute(shop.sql);
    const technician = shop.visitor();
    const [at] = rows;
    await technician.service.visitCode({ id: at?.id ?? "" });
    await technician.service.visitProof({ id: at?.id ?? "", otp: await codeFor(shop, at?.phone ?? "") });
    await technician.service.visitMove({ id: at?.id ?? "", from: "booked", to: "on_the_way" });
    await technician.service.visitMove({ id: at?.id ?? "", from: "on_the_way", to: "not_home" });
    expect((await lan.service.ticket({ code })).state).toBe("cancelled");
  });
});

describe("the desk", () => {
  test("gives a visit to a technician who is free, and acts on the version it read", async () => {
    const staff = await shop.staff("my");
    const hoa = await shop.as("hoa");
    const { phone } = await hoa.identity.profile({});
    const { code } = await hoa.service.request({ ...requestForm, phone: phone ?? "" });
    const record = await staff.service.record({ code });
    expect(record.full_name).toBe("Trần Văn Minh");
    const time = { day: "2026-12-11", slot: "s4" } as const;
    const booked = await staff.service.assign({ code, version: record.version, technician: "kt-hn-1", ...time });
    expect(booked).toMatchObject({ state: "booked", visit: { technician_code: "kt-hn-1", ...time } });
    expect(
      await refusalCode(staff.service.assign({ code, version: record.version, technician: "kt-hn-1", ...time })),
    ).toBe("conflict");
    const other = await hoa.service.request({ ...requestForm, phone: phone ?? "" });
    const { version } = await staff.service.record({ code: other.code });
    expect(await refusalCode(staff.service.assign({ code: other.code, version, technician: "kt-hn-1", ...time }))).toBe(
      "slot_taken",
    );
    const unfit = await refusal(staff.service.assign({ code: other.code, version, technician: "kt-hn-3", ...time }));
    expect(unfit.body.errors).toHaveProperty("technician");
    const plan = await staff.service.plan({ day: time.day });
    expect(plan.technicians.find((each) => each.code === "kt-hn-1")?.visits.map((each) => each.code)).toContain(code);
    expect((await hoa.notifications.list({})).data.map(({ kind }) => kind)).toContain("service_booked");
    const { rows } = await staff.service.desk({ q: code });
    expect(rows.find((row) => row.code === code)).toMatchObject({ full_name: "Minh T***", state: "booked" });
  });

  test("a covered repair lengthens the warranty by its days at the centre", async () => {
    const staff = await shop.staff("my");
    const minh = await shop.as("minh");
    const serial = await knownMachine(shop.sql, "sold");
    const card = await minh.warranty.activate({
      ...owner,
      serial,
      phone: "0590000022",
      bought_on: dayBefore(shop.now, 2),
    });
    const { code } = await minh.service.request({
      ...{ ...requestForm, kind: "repair", category_slug: "am-sieu-toc", fault: "no-power" },
      ...{ warranty_id: card.id, phone: "0590000022" },
    });
    const here = await staff.service.moveTicket({
      code,
      version: await versionOf(shop, code),
      to: "at_centre",
      reason: "Khách mang đến",
    });
    const covered = await staff.service.cover({ code, version: here.version, covered: true, reason: "Lỗi nguồn" });
    const working = await staff.service.moveTicket({ code, version: covered.version, to: "working", reason: "Sửa" });
    await sql`update service.tickets set at_centre_on = '2026-11-23' where code = ${code}`.execute(shop.sql);
    await sql`update warranty.repairs set handed_in = '2026-11-23' where code = ${code}`.execute(shop.sql);
    const ready = await staff.service.moveTicket({ code, version: working.version, to: "ready", reason: "Xong" });
    await staff.service.moveTicket({ code, version: ready.version, to: "done", reason: "Đã giao" });
    const after = (await minh.warranty.card({ id: card.id })).certificate;
    expect(after?.repair_days).toBe(5);
    expect(Date.parse(after?.end_on ?? "") - Date.parse(card.end_on)).toBe(5 * 86_400_000);
  });
});
