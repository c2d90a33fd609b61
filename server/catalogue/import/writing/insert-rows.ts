/** Inserts many rows by one statement. */
import { type RawBuilder, sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";

/** PostgreSQL reads each column as its own type; a column a row lacks becomes null. */
export async function insertRows(
  db: Sql,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const names: RawBuilder<unknown> = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
