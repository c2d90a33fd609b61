/** What has to be true before the examples of service can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { codeFor } from "../testing/test-codes.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { freeTime, requestForm, setState, versionOf } from "./test-service.ts";

const MINH = "0590000022";

export async function ticketOfMinh(shop: TestShop): Promise<string> {
  const minh = await shop.as("minh");
  return (await minh.service.request({ ...requestForm, phone: MINH })).code;
}

const minhs =
  (state?: string): Setup =>
  async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    if (state) await setState(shop, code, state);
    return { token: await shop.token("minh"), input: { code } };
  };

const forStaff =
  (state?: string): Setup =>
  async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    if (state) await setState(shop, code, state);
    return { input: { code, version: await versionOf(shop, code) } };
  };

/** A visit that is open now, of Minh's, and its technician's phone. */
export async function openVisitOf(
  shop: TestShop,
  state = "booked",
): Promise<{ id: string; phone: string; code: string }> {
  const minh = await shop.as("minh");
  const { code } = await minh.service.request({ ...requestForm, phone: MINH, ...(await freeTime(shop)) });
  await sql`update service.visits set freed_at = now() where freed_at is null and day = (${shop.now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date`.execute(
    shop.sql,
  );
  const { rows } = await sql<{ id: string; phone: string }>`update service.visits v
    set day = (${shop.now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date, slot = 's3'
    from service.tickets t, service.technicians h where t.id = v.ticket_id and t.code = ${code} and v.freed_at is null
      and h.code = v.technician_code returning v.public_id as id, h.login_phone as phone`.execute(shop.sql);
  await setState(shop, code, state);
  return { code, id: rows[0]?.id ?? "", phone: rows[0]?.phone ?? "" };
}

/** A browser whose technician has shown their phone. */
const atVisit =
  (state?: string): Setup =>
  async ({ shop }) => {
    const { id, phone } = await openVisitOf(shop, state);
    const token = await shop.token("hoa");
    const technician = shop.visitor({ token });
    await technician.service.visitCode({ id });
    await technician.service.visitProof({ id, otp: await codeFor(shop, phone) });
    return { token, input: { id } };
  };

export const serviceSetups: Readonly<Record<string, Setup>> = {
  "service.request": async ({ shop }) => ({ token: await shop.token("minh") }),
  "service.own": async ({ shop }) => ({ token: await shop.token("minh") }),
  "service.ticket": minhs(),
  "service.times": minhs(),
  "service.move": async ({ shop }) => ({
    token: await shop.token("minh"),
    input: { code: await ticketOfMinh(shop), ...(await freeTime(shop)) },
  }),
  "service.cancel": minhs(),
  "service.confirm": minhs("ready"),
  "service.answerQuote": async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    await setState(shop, code, "at_centre");
    const an = await shop.staff("an");
    await an.service.quote({ code, version: await versionOf(shop, code), reason: "Bơm hỏng", lines: "Bơm; 1; 450000" });
    return { token: await shop.token("minh"), input: { code } };
  },
  "service.prove": async ({ shop }) => {
    const token = await shop.token("minh");
    await shop.visitor({ token }).identity.sendCode({ phone: MINH, purpose: "warranty" });
    return { token, input: { otp: await codeFor(shop, `+84${MINH.slice(1)}`) } };
  },
  "service.visit": atVisit(),
  "service.visitCode": async ({ shop }) => {
    const { id } = await openVisitOf(shop);
    // The same technician is sent another code at once.
    await sql`delete from identity.otps where target in (select login_phone from service.technicians)`.execute(
      shop.sql,
    );
    return { token: await shop.token("tuan"), input: { id } };
  },
  "service.visitProof": async ({ shop }) => {
    const { id, phone } = await openVisitOf(shop);
    const token = await shop.token("hoa");
    await shop.visitor({ token }).service.visitCode({ id });
    return { token, input: { id, otp: await codeFor(shop, phone) } };
  },
  "service.visitMove": atVisit("booked"),
  "service.visitParts": atVisit("working"),
  "service.visitQuote": atVisit("arrived"),
  "service.record": async ({ shop }) => ({ input: { code: await ticketOfMinh(shop) } }),
  "service.picture": async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    const key = newKey("service", "webp");
    await storageOf(shop.ctx().config).put(key, Buffer.from("RIFF"), "image/webp");
    await sql`insert into service.pictures (key, ticket_id, by_kind, bytes, stored_at)
      select ${key}, id, 'customer', 4, now() from service.tickets where code = ${code}`.execute(shop.sql);
    return { input: { code, key } };
  },
  "service.moveTicket": forStaff(),
  "service.assign": async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    const time = await freeTime(shop);
    return { input: { code, version: await versionOf(shop, code), ...time } };
  },
  "service.quote": forStaff("at_centre"),
  "service.parts": forStaff("at_centre"),
  "service.cover": async ({ shop }) => {
    const code = await ticketOfMinh(shop);
    await sql`update service.tickets set kind = 'repair' where code = ${code}`.execute(shop.sql);
    return { input: { code, version: await versionOf(shop, code) } };
  },
};
