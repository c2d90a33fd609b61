/**
 * A database as a file: the rows of every table as JSON, and which migrations made the tables. Restored into an empty
 * database, it has the tables of those migrations and its times moved on, so that the dump was made at a moment of the
 * test's choosing.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { MIGRATIONS, migrate } from "../../database/migrate.ts";
import type { Log } from "../../kernel/log.ts";

/** `rows`: a JSON array as PostgreSQL writes it; as text, because a bigint is no JavaScript number. */
type Table = { name: string; columns: string[]; rows: string };
export type Dump = { made_at: string; migrations: string[]; tables: Table[] };

// graphile-worker's own list of migrations is written by the package, with its tables.
const dumped = `
  c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and (n.nspname <> 'graphile_worker' or c.relname ~ '^_private_')`;

export async function dumpDatabase(url: string): Promise<Dump> {
  return connected(url, async (client) => {
    const { rows: found } = await client.query<{ name: string; columns: string[] }>(`
      select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where ${dumped} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1 order by 1`);
    const tables: Table[] = [];
    for (const { name, columns } of found) {
      const { rows } = await client.query<{ text: string | null }>(
        `select json_agg(row)::text as text from (select ${columns.join(", ")} from ${name}) row`,
      );
      const text = rows[0]?.text;
      if (text) tables.push({ name, columns, rows: text });
    }
    const { rows: migrations } = await client.query<{ name: string }>("select name from kernel.migrations order by 1");
    return { made_at: new Date().toISOString(), migrations: migrations.map(({ name }) => name), tables };
  });
}

/** `now`: the moment at which the dump is to have been made. */
export async function restoreDump(url: string, dump: Dump, now: Date, log: Pick<Log, "info">): Promise<void> {
  await migrateAsThen(url, dump.migrations, log);
  const moved = `${now.getTime() - new Date(dump.made_at).getTime()} milliseconds`;
  await connected(url, async (client) => {
    await client.query("begin");
    await client.query("set local session_replication_role = replica"); // neither foreign keys nor triggers: rows as they were
    const { rows: all } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${dumped}`);
    await client.query(`truncate ${all.map(({ name }) => name).join(", ")}`); // migrations write rows too
    for (const { name, columns, rows } of dump.tables) {
      const times = await timesOf(client, name);
      const values = columns.map((column) => (times.has(column) ? `r.${column} + $2::interval` : `r.${column}`));
      await client.query(
        `insert into ${name} (${columns.join(", ")}) overriding system value
         select ${values.join(", ")} from json_populate_recordset(null::${name}, $1::json) r where $2::text is not null`,
        [rows, moved],
      );
    }
    await moveSequences(client);
    await client.query("commit");
  });
}

/** The files as they are today: one that was edited since is refused by its checksum at the next start. */
async function migrateAsThen(url: string, names: readonly string[], log: Pick<Log, "info">): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "shop-migrations-"));
  try {
    for (const name of names) copyFileSync(join(MIGRATIONS, name), join(folder, name));
    await migrate(url, log, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timesOf(client: pg.Client, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype",
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; name: string; column: string }>(`
    select pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence,
      format('%I.%I', n.nspname, c.relname) as name, quote_ident(a.attname) as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${dumped} and a.attnum > 0 and not a.attisdropped
      and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null`);
  for (const { sequence, name, column } of rows) {
    await client.query(
      `select setval($1::regclass, coalesce(max(${column}), 1), max(${column}) is not null) from ${name}`,
      [sequence],
    );
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
