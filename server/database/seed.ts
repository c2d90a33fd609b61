/**
 * Fills an empty shop with the demo shop: every domain's seeder in the order of server/seeds.ts, all in one
 * transaction, so an interrupted start leaves an empty shop and not half a one. A shop that was filled once is left
 * alone for ever: the mark is the setting `seeded`.
 */
import { sql as query } from "kysely";
import type { Config } from "../kernel/config.ts";
import type { Log } from "../kernel/log.ts";
import type { Sql } from "./sql.ts";

const LOCK = 7_205_041_504; // two processes starting on one empty database: the second waits, then sees the mark

export type SeedContext = {
  /** What is built: entries of the data whose `needs` name anything else are left out. */
  needs: ReadonlySet<string>;
  /** Dates in the data that are relative (a flash sale of today) count from here. */
  now: Date;
  /** Never in production: the demo accounts get a public password. */
  demo: boolean;
  /** What the secrets of the demo's staff are made with; null where there is to be no such staff. */
  staff: StaffKeys | null;
};
export type StaffKeys = Pick<Config, "signing_key" | "data_key" | "data_key_previous">;

/** Writes only its own domain's schema, inside the one transaction of `seed`, and opens none of its own. */
export type Seeder = (sql: Sql, context: SeedContext) => Promise<void>;

type DemoShop = {
  builtNeeds: SeedContext["needs"];
  seeds: readonly { domain: string; seed: Seeder }[];
};

type Options = {
  /** Loads the list only when it is needed: behind it stands the whole import, for one start in a life. */
  load: () => Promise<DemoShop>;
  /** The moment the demo's dates are counted from. */
  now?: Date;
  /** Its accounts may sign in with the demo password. */
  demo: boolean;
  /** As in the context; without it, none. */
  staff?: StaffKeys | null;
};

/** Answers whether it filled the shop. */
export async function seed(sql: Sql, log: Pick<Log, "info">, options: Options): Promise<boolean> {
  const { load, now = new Date(), demo, staff = null } = options;
  if (await isSeeded(sql)) return false;
  const { builtNeeds, seeds } = await load();
  return sql.transaction().execute(async (transaction) => {
    await query`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
      transaction,
    );
    await query`select set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock(${LOCK})`.execute(
      transaction,
    );
    if (await isSeeded(transaction)) return false;
    for (const { domain, seed } of seeds) {
      const began = performance.now();
      await seed(transaction, { needs: builtNeeds, now, demo, staff });
      log.info(`Filled ${domain} with demo data (${Math.round(performance.now() - began)} ms)`);
    }
    const value = JSON.stringify({ at: now.toISOString(), domains: seeds.map((one) => one.domain) });
    await transaction.insertInto("kernel.settings").values({ key: "seeded", value, updated_by: "system" }).execute();
    return true;
  });
}

async function isSeeded(sql: Sql): Promise<boolean> {
  const mark = await sql.selectFrom("kernel.settings").select("key").where("key", "=", "seeded").executeTakeFirst();
  return mark !== undefined;
}
