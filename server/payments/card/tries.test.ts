import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../../testing/test-refusal.ts";
import { cardShop, cards } from "./test-card.ts";
import { noteDecline } from "./tries.ts";

let at: Awaited<ReturnType<typeof cardShop>>;
beforeAll(async () => {
  at = await cardShop({ limit_factor: 1 });
});
afterAll(() => at.close());
const HOUR_MS = 3_600_000;

test("three cards may be tried for an order, whatever became of them, and then it is paid in another way", async () => {
  let one = await at.order(cards.declined);
  const left: number[] = [];
  for (const number of [cards.poor, cards.refused, cards.frictionless]) {
    await one.steps();
    one = await one.again(number);
    left.push((await one.lan.payments.cardSession(one.asked)).tries_left);
  }
  expect(left).toEqual([2, 1, 0]);
  await one.check();
  const refused = await refusal(one.initiate());
  expect([refused.status, refused.body.code]).toEqual([422, "payment_unavailable"]);
  expect(refused.body.message).toContain("3 thẻ");
  const { next } = await one.lan.payments.start({ uid_payment: one.uid_payment, payment_method: "bank_transfer" });
  expect(next).toBeNull();
});

test("one masked card is tried five times an hour, by whomever and from wherever", async () => {
  at.shop.advanceClock(HOUR_MS);
  const number = "5555555555554444";
  const codes: string[] = [];
  for (let tried = 0; tried < 6; tried += 1) {
    const one = await at.order(number);
    await one.check();
    codes.push(
      await one.initiate().then(
        () => "taken",
        (error) => error.body.code,
      ),
    );
  }
  expect(codes).toEqual([...Array(5).fill("taken"), "too_many"]);
});

test("from one address the eleventh card of an hour asks for the shop's own captcha", async () => {
  at.shop.advanceClock(25 * HOUR_MS);
  const codes: string[] = [];
  for (let tried = 0; tried < 11; tried += 1) {
    const payer = at.shop.visitor({ client: "192.0.2.77" });
    const one = await at.order(numbered(tried), undefined, payer);
    await one.check();
    codes.push(
      await one.initiate().then(
        () => "taken",
        (error) => error.body.code,
      ),
    );
  }
  expect(codes).toEqual([...Array(10).fill("taken"), "captcha_required"]);
});

test("a storm of declines asks everyone for a captcha, raises one alarm, and passes with its window", async () => {
  at.shop.advanceClock(25 * HOUR_MS);
  for (let tried = 0; tried < 20; tried += 1) await noteDecline(at.shop.ctx());
  await noteDecline(at.shop.ctx());
  const alarms = () =>
    at.shop.sql.selectFrom("kernel.security_events").select("detail").where("event", "=", "card_testing").execute();
  expect(await alarms()).toHaveLength(1);
  const one = await at.order(numbered(500));
  await one.check();
  expect((await refusal(one.initiate())).body.code).toBe("captcha_required");
  at.shop.advanceClock(11 * 60_000);
  const other = await at.order(numbered(501));
  expect(await other.steps()).toMatchObject({ next: "done" });
});

/** A number of its own that passes the check digit. */
function numbered(at: number, start = "51000000"): string {
  const body = `${start}${String(at).padStart(7, "0")}`;
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
