/** What remains of a person. rules/service#personal-data */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseTickets } from "./erasure.ts";
import { provedVisitor, requestForm } from "./test-service.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ now: new Date("2026-11-28T03:00:00Z") });
});
afterAll(() => shop.close());

test("an erased person is in no ticket, and what was open is cancelled", async () => {
  const { visitor, phone, otp } = await provedVisitor(shop);
  const { code } = await visitor.service.request({ ...requestForm, phone, otp });
  const { rows } = await sql<{
    id: number;
  }>`select id from identity.customers where email = 'kim@mutosi.example'`.execute(shop.sql);
  const id = rows[0]?.id ?? 0;
  await sql`update service.tickets set customer_id = ${id} where code = ${code}`.execute(shop.sql);
  await eraseTickets(shop.ctx(), id);
  const { rows: left } = await sql<{ text: string; state: string }>`
    select t::text as text, t.state from service.tickets t where code = ${code}`.execute(shop.sql);
  expect(left[0]?.state).toBe("cancelled");
  expect(left[0]?.text).not.toMatch(new RegExp(`${phone.slice(1)}|Minh|Sen Hồng|Thay lõi`));
});
