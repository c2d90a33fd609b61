/**
 * The database as the shop sees it: a pool, Kysely over it, and what arrives from PostgreSQL in which JavaScript type.
 * bigint (so Dong and Points, which are domains over it) arrives as a number or not at all: beyond 2^53 it would be a
 * wrong number, and a shop must not calculate with one. numeric stays text; cast every sum `::dong`.
 * Three limits keep one stuck statement from blocking the shop (rules/platform#transactions).
 */
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "../../db/tables.ts";
import { allBypasses, type Bypasses } from "../bypass/bypasses.ts";
import { rememberOpened } from "./acting.ts";
import { preparing } from "./prepared.ts";

export type Sql = Kysely<DB>;
export type Database = { sql: Sql; pool: pg.Pool; close(): Promise<void> };
type Options = {
  /** Connections this process opens at most. */
  max: number;
  /** Called with every statement Kysely sends: tests and bench count what a page costs. */
  onQuery?: (text: string, query: CompiledQuery) => void;
  onPoolError?: (error: Error) => void;
  /** Multiplies the timeouts of statements, locks and transactions: tests of races run long on a busy machine. */
  timeout_factor?: number;
  bypasses?: Bypasses;
};

const limitsOf = (factor: number) =>
  `-c statement_timeout=${5 * factor}s -c lock_timeout=${2 * factor}s -c idle_in_transaction_session_timeout=${10 * factor}s -c timezone=UTC`;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format !== "binary" && oid === pg.types.builtins.INT8) return safeInteger;
    if (format !== "binary" && oid === pg.types.builtins.TIMESTAMPTZ) return instant;
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(url: string, options: Options): Database {
  const { max, onQuery, onPoolError, timeout_factor = 1, bypasses = allBypasses } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: limitsOf(timeout_factor),
    connectionTimeoutMillis: 5_000, // a full pool answers "try again" instead of queueing for ever
    idleTimeoutMillis: 60_000,
    application_name: "mutosi-shop",
  });
  const open = new Set<Promise<unknown>>();
  // A lost connection is replaced at its next use. One lost while in use fails the statement of its caller, who
  // reports it; it still needs a listener, or Node would end the process.
  pool.on("error", onPoolError ?? (() => undefined));
  pool.on("connect", (connection) => {
    connection.on("error", () => undefined);
    const gone = new Promise((settle) => connection.once("end", settle));
    open.add(gone);
    gone.then(() => open.delete(gone));
  });
  const log = onQuery ? ({ query }: { query: CompiledQuery }) => onQuery(query.sql, query) : undefined;
  const prepared = preparing(pool, types, bypasses.has("rows"));
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepared }), log });
  rememberOpened(sql, { pool: prepared, log });
  // The pool reports its end once it has sent its last message; the server may be stopped only after receiving it.
  const close = async () => {
    await sql.destroy();
    if (!pool.ending) await pool.end(); // Kysely ends only a pool it has used
    await Promise.all(open);
  };
  return { sql, pool, close };
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is not a safe integer`);
  return value;
}

const otherInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, "text");

/** "2026-06-15 17:00:00.123456+00": connections speak UTC. Anything unusual (BC, infinity) is read the long way. */
function instant(text: string): unknown {
  if (text.length > 32 || text.charCodeAt(4) !== 0x2d || !text.endsWith("+00")) return otherInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
