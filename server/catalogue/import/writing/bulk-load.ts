/**
 * A load so large that updating every index row by row would take most of the time: in the caller's one transaction the
 * indexes and foreign keys of the tables are dropped and rebuilt from the whole, and the listing counts are added up
 * at the end. The shop waits meanwhile. Interrupted, everything is as it was before.
 */
import { sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";

const tables = [
  "products",
  "product_texts",
  "product_tags",
  "variants",
  "prices",
  "price_history",
  "stock",
  "shelf",
].map((name) => `catalogue.${name}`);

/** Calls `load` in between. Locks the tables exclusively; unique indexes stay, so a double is still refused. */
export async function loadInBulk(db: Sql, load: () => Promise<void>): Promise<void> {
  await sql`select set_config('maintenance_work_mem', '524288', true), set_config('max_parallel_maintenance_workers', '2', true)`.execute(
    db,
  );
  await sql.raw(`lock table ${tables.join(", ")} in access exclusive mode`).execute(db);
  const { rows: ends } = await sql<{ last: number }>`
    select coalesce(max(product_id), 0) as last from catalogue.shelf`.execute(db);
  const indexes = await indexesOf(db);
  const keys = await foreignKeysOf(db);
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db);
  for (const { of, name } of keys) await sql.raw(`alter table ${of} drop constraint ${name}`).execute(db);
  await sql`alter table catalogue.shelf disable trigger user`.execute(db);
  await load();
  await sql`alter table catalogue.shelf enable trigger user`.execute(db);
  await addCounts(db, ends[0]?.last ?? 0);
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  for (const { of, name, definition } of keys) {
    await sql.raw(`alter table ${of} add constraint ${name} ${definition}`).execute(db);
  }
}

type Definition = { of: string; name: string; definition: string };

/** Those that no constraint stands on; names come quoted where they need it. */
async function indexesOf(db: Sql): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select i.indrelid::regclass::text as of, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = any(${tables}::regclass[]) and not i.indisunique
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db);
  return rows;
}

async function foreignKeysOf(db: Sql): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select c.conrelid::regclass::text as of, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.conrelid = any(${tables}::regclass[])`.execute(db);
  return rows;
}

/** What the listing index's trigger would have counted. */
async function addCounts(db: Sql, after: number): Promise<void> {
  await sql`insert into catalogue.shelf_counts as kept (category_id, value_id, products)
    select h.category_id, v.id, count(*) from catalogue.shelf h, catalogue.counted(h.choices, h.in_stock, h.saving) v (id)
    where h.product_id > ${after} group by 1, 2 order by 1, 2
    on conflict (category_id, value_id) do update set products = kept.products + excluded.products`.execute(db);
}
