import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseAccounts } from "../../privacy/erasure.ts";
import { refusalCode } from "../../testing/test-refusal.ts";
import { forgetTokens } from "./saved-cards.ts";
import { cardShop, cards } from "./test-card.ts";

let at: Awaited<ReturnType<typeof cardShop>>;
beforeAll(async () => {
  at = await cardShop();
});
afterAll(() => at.close());

test("a card is saved where its owner agreed and paid, shown by its last digits, and paid with again", async () => {
  const lan = await at.shop.as("lan");
  const without = await at.order(cards.challenge, lan);
  await without.steps();
  expect(await lan.payments.savedCards({})).toEqual([]);
  const first = await at.order(cards.frictionless, lan);
  expect(await first.steps({ save_card: "1" })).toMatchObject({ next: "done" });
  const [saved] = await lan.payments.savedCards({});
  expect(saved).toMatchObject({ brand: "MASTERCARD", last_four: "0008", expires: "2039-01", is_expired: false });
  expect(JSON.stringify(saved)).not.toMatch(/\d{12}/);

  const next = await at.order("1234", lan); // nothing in the fields
  expect(await next.check({ saved_card: saved?.code ?? "" })).toMatchObject({ ready: true });
  await next.initiate();
  await next.authenticate();
  expect(await next.pay()).toMatchObject({ next: "done", status: "success" });
  expect(await lan.payments.savedCards({})).toHaveLength(1);
});

test("the token is stored encrypted, and no column has a number of a card", async () => {
  const rows = await at.shop.sql.selectFrom("payments.saved_cards").selectAll().execute();
  const steps = await at.shop.sql.selectFrom("payments.card_steps").selectAll().execute();
  const attempts = await at.shop.sql.selectFrom("payments.attempts").select("started").execute();
  const text = JSON.stringify([rows.map(({ token }) => token.toString("latin1")), steps, attempts]);
  for (const number of Object.values(cards)) expect(text).not.toContain(number);
  expect(rows[0]?.token.toString("latin1")).not.toMatch(/\d{16}/);
});

test("a visitor's card is never saved, and that of another account can be neither used nor removed", async () => {
  const visitor = await at.order(cards.frictionless);
  await visitor.steps({ save_card: "1" });
  const lan = await at.shop.as("lan");
  const [saved] = await lan.payments.savedCards({});
  expect(await lan.payments.savedCards({})).toHaveLength(1);
  const minh = await at.shop.as("minh");
  const code = saved?.code ?? "";
  const other = await at.order("1234", minh);
  expect(await refusalCode(other.check({ saved_card: code }))).toBe("not_found");
  expect(await refusalCode(minh.payments.removeSavedCard({ code }))).toBe("not_found");
  expect(await refusalCode(visitor.lan.payments.savedCards({}))).toBe("unauthenticated");
});

test("a card that is removed is gone here and at its gateway, also where the gateway was down meanwhile", async () => {
  const lan = await at.shop.as("lan");
  const [saved] = await lan.payments.savedCards({});
  const { env } = at.shop.base.config;
  Object.assign(at.shop.base.config, { env: { ...env, MPGS_URL: "http://127.0.0.1:9" } });
  expect(await lan.payments.removeSavedCard({ code: saved?.code ?? "" })).toEqual({ removed: true });
  expect(await lan.payments.savedCards({})).toEqual([]);
  const waiting = () => at.shop.sql.selectFrom("payments.forgotten_tokens").selectAll().execute();
  expect(await waiting()).toHaveLength(1);
  Object.assign(at.shop.base.config, { env });
  at.shop.advanceClock(3_600_000);
  await forgetTokens(at.shop.ctx());
  expect(await waiting()).toEqual([]);
});

test("erasing a person leaves no card, and has the gateway forget it", async () => {
  const minh = await at.shop.as("minh");
  const one = await at.order(cards.frictionless, minh);
  await one.steps({ save_card: "1" });
  expect(await minh.payments.savedCards({})).toHaveLength(1);
  const { customer_id } = await at.shop.sql
    .selectFrom("payments.saved_cards")
    .select("customer_id")
    .executeTakeFirstOrThrow();
  await at.shop.sql
    .updateTable("identity.customers")
    .set({ deletion_due_at: at.shop.now })
    .where("id", "=", customer_id)
    .execute();
  expect(await eraseAccounts(at.shop.ctx())).toBe(1);
  await forgetTokens(at.shop.ctx());
  expect(await at.shop.sql.selectFrom("payments.saved_cards").selectAll().execute()).toEqual([]);
  expect(await at.shop.sql.selectFrom("payments.forgotten_tokens").selectAll().execute()).toEqual([]);
});
