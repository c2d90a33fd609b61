/**
 * The acting person for the audit log: a database whose every transaction says, in the setting `app.acting`, who acts in
 * it. Local to the transaction, so that nothing of it is left on the connection; the triggers of the log read it, and do
 * nothing where it is empty. A single statement that writes gets a transaction for it. rules/staff#audit; decisions/0320
 */
import { Kysely, type KyselyConfig, PostgresDialect, type PostgresPool, sql as query } from "kysely";
import type { DB } from "../../db/tables.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Sql } from "./sql.ts";

/** What an entry of the log says of who acts. */
export type Acting = {
  actor: Actor;
  /** The call or the command: "staff.lock", "orders". */
  call: string;
  request_id: string;
  session_id?: number | null;
  network?: string;
  device?: string;
  /** The approved request that allows the act. */
  approval?: string;
  reason?: string;
};

type Opened = { pool: PostgresPool; log: KyselyConfig["log"] };
const opened = new WeakMap<Sql, Opened>();

/** What is under a database that may be asked for one that says who acts. */
export function rememberOpened(sql: Sql, under: Opened): void {
  opened.set(sql, under);
}

/** The same database; what is written through it stands in the audit log. */
export function actingSql(sql: Sql, acting: Acting): Sql {
  const under = opened.get(sql);
  if (!under) throw new Error("only an opened database, outside of a transaction, says who acts");
  const pool = saying(under.pool, JSON.stringify(acting));
  const own = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: under.log });
  opened.set(own, under);
  return own;
}

/** For the rest of a transaction that has begun without, or as another. */
export async function actFrom(tx: Sql, acting: Acting): Promise<void> {
  await query`select set_config('app.acting', ${JSON.stringify(acting)}, true)`.execute(tx);
}

/** Said in this transaction; empty where nobody does. */
export async function actingNow(tx: Sql): Promise<Acting | null> {
  const { rows } = await query<{ said: string | null }>`select current_setting('app.acting', true) as said`.execute(tx);
  return rows[0]?.said ? (JSON.parse(rows[0].said) as Acting) : null;
}

const SAYS = "select set_config('app.acting', $1, true)";
const BEGINS = /^(begin|start transaction)/i;
const ENDS = /^(commit|rollback)$/i;
const WRITES = /\b(insert|update|delete|merge|audit\.add)\b/i;

function saying(pool: PostgresPool, said: string): PostgresPool {
  return {
    options: pool.options,
    end: () => Promise.resolve(), // the pool is the database's
    async connect() {
      const client = await pool.connect();
      let isIn = false;
      const send = (text: string, values: readonly unknown[]) => client.query<Record<string, unknown>>(text, values);
      const ask = async (text: string, values: readonly unknown[]) => {
        if (BEGINS.test(text)) {
          const begun = await send(text, values);
          isIn = true;
          await send(SAYS, [said]);
          return begun;
        }
        if (ENDS.test(text)) isIn = false;
        if (isIn || !WRITES.test(text)) return send(text, values);
        await send("begin", []);
        try {
          await send(SAYS, [said]);
          const answer = await send(text, values);
          await send("commit", []);
          return answer;
        } catch (error) {
          await send("rollback", []);
          throw error;
        }
      };
      return { query: ask as typeof client.query, release: (destroy) => client.release(destroy) };
    },
  };
}
