/**
 * A copy of everything stored about a person, made from the map of personal data: one zip with a file for machines and
 * one to read. What is secret even from a copy (hashes, keys) stays out; what is encrypted comes decrypted from its
 * domain.
 */
import { formatDateTime, type Locale } from "contract/values/locale.ts";
import { strToU8, zipSync } from "fflate";
import { sql } from "kysely";
import { viewUser } from "../identity/customers.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { notify } from "../notifications/notifications.ts";
import { setting } from "../platform/settings.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { privacyWords } from "./consents.ts";
import { belongingTo, personalData } from "./personal-data-map.ts";

const DAY_MS = 86_400_000;
/** ASSUMED(0151): long enough to fetch it, short enough not to lie around. */
const FILE_DAYS = 7;

type Rows = Record<string, unknown>[];
export type Copy = { made_at: string; shop: string; data: Record<string, Rows> };

/**
 * The job `export_data`: makes the file, then records it and notifies the person in one transaction. Run twice,
 * the second file wins and the first is taken away; a request that does not wait any more is left alone.
 */
export async function exportData(ctx: Ctx, { request }: { request: number }): Promise<void> {
  const { rows } = await sql<{ customer_id: number; locale: Locale }>`
    select r.customer_id, c.locale from privacy.data_requests r join identity.customers c on c.id = r.customer_id
    where r.id = ${request} and r.status = 'waiting'`.execute(ctx.sql);
  const asked = rows[0];
  if (!asked) return;
  const key = newKey("exports", "zip");
  const copy = await copyOf(ctx, asked.customer_id);
  await storageOf(ctx.config).put(key, zipped(copy, asked.locale), "application/zip");
  await inTransaction(ctx, async (ctx) => {
    const expires_at = new Date(ctx.now.getTime() + FILE_DAYS * DAY_MS);
    const done = await sql<{ code: string }>`
      update privacy.data_requests set status = 'ready', completed_at = ${ctx.now}, file = ${key}, expires_at = ${expires_at}
      where id = ${request} and status = 'waiting' returning code`.execute(ctx.sql);
    const code = done.rows[0]?.code;
    if (code === undefined) return enqueue(ctx, "remove_file", { key }); // another job was quicker, or it was taken back
    const facts = { day: expires_at.toISOString() };
    await notify(ctx, { customer_id: asked.customer_id, kind: "export_ready", subject: code, facts });
  });
}

/** One statement a table; the tables are those of the map, never a caller's. */
export async function copyOf(ctx: Ctx, customer_id: number): Promise<Copy> {
  const data: Record<string, Rows> = {};
  for (const { table, belongs, exported } of personalData) {
    if (exported.length === 0) continue;
    const columns = sql.join(exported.map((name) => sql.ref(name)));
    const { rows } = await sql<Rows[number]>`
      select ${columns} from ${sql.table(table)} where ${belongingTo(belongs, customer_id)}`.execute(ctx.sql);
    data[table] = rows;
  }
  const { account_number, account_name } = await viewUser(ctx, customer_id, { active_role: "customer", agent_id: "" });
  for (const row of data["identity.customers"] ?? []) Object.assign(row, { account_number, account_name });
  return { made_at: ctx.now.toISOString(), shop: (await setting(ctx, "shop")).name, data };
}

function zipped(copy: Copy, locale: Locale): Uint8Array {
  return zipSync({
    "data.json": strToU8(JSON.stringify(copy, null, 2)),
    "data.html": strToU8(readable(copy, locale)),
  });
}

/** A page that needs nothing but itself. Names of fields are those of the file for machines. */
export function readable({ made_at, shop, data }: Copy, locale: Locale): string {
  const words = privacyWords[locale].copy;
  const sections = Object.entries(data).map(([table, rows]) => {
    const entries = rows.map(
      (row) =>
        `<dl>${Object.entries(row)
          .map(([name, value]) => line(name, value))
          .join("")}</dl>`,
    );
    const body = entries.length > 0 ? entries.join("") : `<p>${words.nothing}</p>`;
    return `<section><h2>${escaped(words.tables[table] ?? table)}</h2>${body}</section>`;
  });
  function line(name: string, value: unknown): string {
    return `<dt>${escaped(name.replaceAll("_", " "))}</dt><dd>${escaped(said(value))}</dd>`;
  }
  function said(value: unknown): string {
    if (value === null || value === undefined) return "–";
    if (value === true) return words.yes;
    if (value === false) return words.no;
    if (value instanceof Date) return formatDateTime(value, locale);
    if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  const title = escaped(words.title({ shop }));
  const style =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.25rem 1rem;border-top:1px solid #ccc;padding:.75rem 0;margin:0}dd{margin:0;overflow-wrap:anywhere}dt{color:#555}";
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${escaped(words.made_at({ at: formatDateTime(new Date(made_at), locale) }))}</p>${sections.join("")}</body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
