/** For tests: the points of a demo account, put there and read. */
import { sql } from "kysely";
import { inTransaction } from "../kernel/context.ts";
import { lockAccount, pointsAccountOf } from "../ledger/accounts.ts";
import { credit, debit } from "../ledger/movements.ts";
import { endOfDays } from "../ledger/periods.ts";
import type { TestShop } from "../testing/test-shop.ts";

let sources = 0;

export async function customerIdOf({ sql: db }: TestShop, who: string): Promise<number> {
  const account = db.selectFrom("identity.customers").select("id").where("email", "=", `${who}@mutosi.example`);
  return (await account.executeTakeFirstOrThrow()).id;
}

/** So many points that end in so many days, whatever was usable before. */
export async function putPoints(shop: TestShop, customer_id: number, amount: number, days = 400): Promise<void> {
  await inTransaction(shop.ctx(), async (ctx) => {
    const account = await lockAccount(ctx, await pointsAccountOf(ctx, customer_id));
    await debit(ctx, account, { code: "adjust", amount: account.usable, source: `empty:${++sources}` });
    const emptied = await lockAccount(ctx, account.id);
    const ends_at = endOfDays(ctx.now, days);
    await credit(ctx, emptied, { code: "adjust", amount, source: `give:${++sources}`, ends_at });
  });
}

export async function readBalance({ sql: db }: TestShop, customer_id: number) {
  const { rows } = await sql<{ usable: number; held: number; debt: number }>`
    select usable, held, debt from ledger.accounts where kind = 'points' and customer_id = ${customer_id}`.execute(db);
  return rows[0] ?? { usable: 0, held: 0, debt: 0 };
}
