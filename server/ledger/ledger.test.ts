/** The ledger against a model, by its constraints, and under concurrency. rules/ledger */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { balancesOf, expireEnded, type LockedAccount, lockAccount, openAccount } from "./accounts.ts";
import { giveBackSpent, hold, holdsOf, lockHolds, releaseHold, spendHold } from "./holds.ts";
import { credit, debit, forgive, reverse } from "./movements.ts";
import { type Act, acts, DAY_MS, Model } from "./test-ledger-model.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 40, timeout_factor: 10 });
});
afterAll(() => shop.close());

const locked = <T>(id: number, work: (ctx: Ctx, account: LockedAccount) => Promise<T>): Promise<T> =>
  inTransaction(shop.ctx(), async (ctx) => work(ctx, await lockAccount(ctx, id)));
const days = (count: number) => new Date(shop.now.getTime() + count * DAY_MS);
const extension = () => ({ at_least: days(30), today: days(1) });
const balance = async (id: number) => (await balancesOf(shop.ctx(), [id])).get(id);
const entriesOf = async (id: number) =>
  (
    await sql<{
      sum: number;
    }>`select coalesce(sum(amount), 0)::bigint as sum from ledger.entries where account_id = ${id}`.execute(shop.sql)
  ).rows[0]?.sum;
let sources = 0;
const source = () => `test:${++sources}`;
const earn = (id: number, amount: number, endsIn = 400) =>
  locked(id, (ctx, account) => credit(ctx, account, { code: "earn", amount, source: source(), ends_at: days(endsIn) }));

/** Answers what the act came to, as the model does. */
async function perform(id: number, act: Act, purpose: string): Promise<unknown> {
  switch (act.do) {
    case "wait":
      return shop.advanceClock(act.days * DAY_MS);
    case "night":
      return void (await expireEnded(shop.ctx()));
    case "credit": {
      const asked = { code: "earn" as const, amount: act.amount, source: source(), ends_at: days(act.ends_in) };
      await locked(id, (ctx, account) => credit(ctx, account, asked));
      return locked(id, (ctx, account) => credit(ctx, account, asked)).then(() => undefined);
    }
    case "take": {
      const asked = { code: "take_back" as const, amount: act.amount, source: source(), owing: true };
      await locked(id, (ctx, account) => debit(ctx, account, asked));
      return locked(id, (ctx, account) => debit(ctx, account, asked)).then(() => undefined);
    }
    case "forgive":
      return locked(id, (ctx, account) =>
        forgive(ctx, account, { code: "adjust", amount: act.amount, source: source() }),
      ).then(() => undefined);
    case "hold":
      return locked(id, async (ctx, account) => {
        if ((await holdsOf(ctx, purpose)).some(({ amount }) => amount > 0)) return false;
        return hold(ctx, account, { amount: act.amount, purpose });
      });
    case "spend":
      return locked(id, async (ctx, account) => {
        for (const each of await holdsOf(ctx, purpose)) await spendHold(ctx, account, each);
      });
    case "release":
      return locked(id, async (ctx, account) => {
        for (const each of await holdsOf(ctx, purpose)) await releaseHold(ctx, account, each, extension());
      });
    case "give_back":
      return locked(id, async (ctx, account) => {
        const last = (await lockHolds(ctx, purpose)).at(-1)?.hold;
        if (!last) return 0;
        return giveBackSpent(ctx, account, last, { amount: act.amount, source: source(), extension: extension() });
      });
  }
}

describe("against the model", () => {
  test("any acts in any order give the same balances and the same ends", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        const id = await openAccount(shop.ctx(), "points");
        const model = new Model();
        const purpose = `order:model${++runs}`;
        for (const act of list) {
          expect(await perform(id, act, purpose), JSON.stringify(act)).toEqual(model.perform(act, shop.now.getTime()));
          const told = await balance(id);
          expect(told, JSON.stringify(act)).toEqual(model.balance(shop.now.getTime()));
          const { lots } = await locked(id, async (_ctx, account) => account);
          expect(lots.map(({ ends_at, usable }) => [ends_at?.getTime(), usable])).toEqual(
            model.lots(shop.now.getTime()),
          );
        }
        const { usable, held, debt } = model.balance(shop.now.getTime());
        expect(await entriesOf(id)).toBe(usable + held - debt);
      }),
      { numRuns: 80, endOnFailure: true },
    );
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });
});

describe("the database refuses", () => {
  test("a balance below zero, an entry without its transfer, and any change of what is written", async () => {
    const id = await openAccount(shop.ctx(), "points");
    await earn(id, 100);
    const attempts = [
      sql`update ledger.accounts set usable = 5 where id = ${id}`,
      sql`update ledger.lots set usable = 5 where account_id = ${id}`,
      sql`update ledger.transfers set amount = 5 where to_account = ${id}`,
      sql`delete from ledger.entries where account_id = ${id}`,
      sql`truncate ledger.entries`,
      sql`delete from ledger.accounts where id = ${id}`,
      sql`insert into ledger.entries (transfer_id, account_id, lot_id, amount)
        select transfer_id, account_id, lot_id, 5 from ledger.entries where account_id = ${id}`,
      sql`insert into ledger.accounts (kind, usable, opened_at) values ('points', 5, now())`,
      sql`insert into ledger.transfers (code, from_account, from_kind, to_account, to_kind, amount, source, at, actor)
        select 'earn', ${id}, 'points', ${id}, 'points', 1, 'x', now(), 'command'`,
      sql`insert into ledger.transfers (code, from_account, from_kind, to_account, to_kind, amount, source, at, actor)
        select 'earn', s.id, s.kind, ${id}, 'points', 1, 'y', now(), 'command' from ledger.accounts s where kind = 'points_issued'`,
    ];
    for (const attempt of attempts) await expect(attempt.execute(shop.sql)).rejects.toThrow();
    expect(await balance(id)).toEqual({ usable: 100, held: 0, debt: 0 });
  });

  test("a gift card that owes", async () => {
    const id = await openAccount(shop.ctx(), "gift_card");
    await locked(id, (ctx, account) =>
      credit(ctx, account, { code: "activate", amount: 500, source: source(), ends_at: days(10) }),
    );
    await expect(
      locked(id, (ctx, account) => debit(ctx, account, { code: "void", amount: 501, source: source(), owing: true })),
    ).rejects.toThrow();
    expect(await balance(id)).toEqual({ usable: 500, held: 0, debt: 0 });
  });
});

describe("a reversal", () => {
  const transferOf = async (id: number) =>
    (
      await sql<{ id: number }>`select max(transfer_id) as id from ledger.entries where account_id = ${id}`.execute(
        shop.sql,
      )
    ).rows[0]?.id ?? 0;
  const undo = (id: number) => inTransaction(shop.ctx(), (ctx) => reverse(ctx, id, { reason: "thử", today: days(1) }));

  test("takes what came in, and what is spent meanwhile becomes a debt; it happens once", async () => {
    const id = await openAccount(shop.ctx(), "points");
    await earn(id, 100);
    const earned = await transferOf(id);
    await locked(id, (ctx, account) => debit(ctx, account, { code: "take_back", amount: 70, source: source() }));
    expect(await undo(earned)).toBe(true);
    expect(await undo(earned)).toBe(false);
    expect(await balance(id)).toEqual({ usable: 0, held: 0, debt: 70 });
  });

  test("gives back what went out, to the lots it was taken from", async () => {
    const id = await openAccount(shop.ctx(), "points");
    await earn(id, 30, 100);
    await earn(id, 30, 200);
    await locked(id, (ctx, account) => debit(ctx, account, { code: "take_back", amount: 40, source: source() }));
    await undo(await transferOf(id));
    const { lots } = await locked(id, async (_ctx, account) => account);
    expect(lots.map(({ usable }) => usable)).toEqual([30, 30]);
  });
});

describe("a hundred at once", () => {
  test("of one source write one transfer", async () => {
    const id = await openAccount(shop.ctx(), "points");
    const once = { code: "earn" as const, amount: 7, source: source(), ends_at: days(100) };
    const all = await Promise.all(
      Array.from({ length: 100 }, () => locked(id, (ctx, account) => credit(ctx, account, once))),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await balance(id)).toEqual({ usable: 7, held: 0, debt: 0 });
  });

  test("hold no more than there is", async () => {
    const id = await openAccount(shop.ctx(), "points");
    await earn(id, 330);
    const held = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        locked(id, (ctx, account) => hold(ctx, account, { amount: 10, purpose: `order:race${index}` })),
      ),
    );
    expect(held.filter(Boolean)).toHaveLength(33);
    expect(await balance(id)).toEqual({ usable: 0, held: 330, debt: 0 });
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });
});

test("what has ended pays nothing before the night has written it off, and the entry bears the last second", async () => {
  const id = await openAccount(shop.ctx(), "points");
  const ends = days(3);
  await earn(id, 20, 3);
  shop.advanceClock(3 * DAY_MS);
  expect(await balance(id)).toEqual({ usable: 0, held: 0, debt: 0 });
  expect(await locked(id, (ctx, account) => hold(ctx, account, { amount: 10, purpose: "order:ended" }))).toBe(false);
  await expireEnded(shop.ctx());
  await expireEnded(shop.ctx());
  const { rows } = await sql<{ at: Date; amount: number }>`
    select at, amount from ledger.transfers where from_account = ${id} and code = 'expire'`.execute(shop.sql);
  expect(rows).toEqual([{ at: new Date(ends.getTime() - 1000), amount: 20 }]);
});
