/**
 * Pictures that files name by URL: fetched where staff allow it, from public addresses only, outside
 * of every transaction, and set on their products and variants. An address that was fetched once is known. What cannot be
 * fetched is a note in the report: the product stays as it is. docs/decisions/0113-uploaded-pictures.md
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { PictureRefused, type Uploads } from "../../images/uploads.ts";
import type { Ctx } from "../../kernel/context.ts";
import { fetchPublic, NotFetched, type PublicFetch } from "../../platform/public-fetch.ts";
import type { Draft, DraftPicture, Problem } from "./draft.ts";

export type PictureRules = {
  uploads: Uploads;
  limits: PublicFetch;
  most_per_product: number;
  /** Names of hosts that may be asked; empty is any. */
  hosts: readonly string[];
};

const AT_ONCE = 4;

export type Pictured = { notes: Problem[]; changed: number };

/** For drafts that have just been taken in. */
export async function setPictures(ctx: Ctx, drafts: readonly Draft[], rules: PictureRules): Promise<Pictured> {
  const wanted = drafts.flatMap((draft) => wantedOf(draft, rules));
  const known = await knownUploads(ctx.sql, [...new Set(wanted.flatMap(({ pictures }) => pictures.map(addressOf)))]);
  const notes = await fetchMissing(ctx, wanted, known, rules);
  const rows = wanted.map(({ sku, is_variant, pictures }) => {
    return { sku, is_variant, pictures: [...new Set(pictures.flatMap(({ address }) => known.get(address) ?? []))] };
  });
  return { notes, changed: await write(ctx, rows) };
}

type Wanted = { line: number; sku: string; is_variant: boolean; pictures: readonly DraftPicture[] };
const addressOf = ({ address }: DraftPicture) => address;

/** A product of one variant has one gallery: whatever the file calls the variant's is the product's. */
function wantedOf({ line, variants, pictures }: Draft, { most_per_product }: PictureRules): Wanted[] {
  const [first] = variants;
  if (!first?.sku) return [];
  const cut = (all: readonly DraftPicture[]) => all.slice(0, most_per_product);
  if (variants.length === 1) {
    const all = [...(first.pictures ?? []), ...(pictures ?? [])];
    return all.length > 0 ? [{ line, sku: first.sku, is_variant: false, pictures: cut(all) }] : [];
  }
  const own = pictures ? [{ line, sku: first.sku, is_variant: false, pictures: cut(pictures) }] : [];
  const others = variants.flatMap((variant): Wanted[] =>
    variant.pictures && variant.sku
      ? [{ line: variant.line, sku: variant.sku, is_variant: true, pictures: cut(variant.pictures) }]
      : [],
  );
  return [...own, ...others];
}

async function knownUploads(db: Sql, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: string; upload_id: string }>`
    select address, upload_id from catalogue.upload_sources where address = any(${addresses}::text[])`.execute(db);
  return new Map(rows.map(({ address, upload_id }) => [address, upload_id]));
}

/** Some at once; `known` has what came. Answers what did not. */
async function fetchMissing(
  ctx: Ctx,
  wanted: readonly Wanted[],
  known: Map<string, string>,
  rules: PictureRules,
): Promise<Problem[]> {
  const lines = new Map<string, number>();
  for (const { line, pictures } of wanted) {
    for (const { address } of pictures) if (!known.has(address) && !lines.has(address)) lines.set(address, line);
  }
  const notes: Problem[] = [];
  const waiting = [...lines][Symbol.iterator]();
  const work = async () => {
    for (const [address, line] of waiting) {
      const found = await fetchOne(ctx, address, rules);
      if ("id" in found) known.set(address, found.id);
      else notes.push({ line, field: "pictures", reason: `${address.slice(0, 200)} ${found.reason}` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return notes.sort((one, other) => one.line - other.line);
}

async function fetchOne(ctx: Ctx, address: string, rules: PictureRules): Promise<{ id: string } | { reason: string }> {
  try {
    const host = URL.canParse(address) ? new URL(address).hostname : "";
    if (rules.hosts.length > 0 && !rules.hosts.includes(host)) return { reason: "is on a host the shop does not ask" };
    const kept = await rules.uploads.store(await fetchPublic(address, rules.limits));
    await sql`insert into catalogue.uploads (id, width, height, bytes)
      values (${kept.id}, ${kept.width}, ${kept.height}, ${kept.bytes}) on conflict (id) do nothing`.execute(ctx.sql);
    await sql`insert into catalogue.upload_sources (address, upload_id) values (${address}, ${kept.id})
      on conflict (address) do update set upload_id = excluded.upload_id`.execute(ctx.sql);
    return { id: kept.id };
  } catch (error) {
    if (error instanceof NotFetched || error instanceof PictureRefused) return { reason: error.message };
    throw error;
  }
}

type Row = { sku: string; is_variant: boolean; pictures: string[] };

/** Where none of the wanted pictures came, what is there stays. Answers how many products and variants have changed. */
async function write(ctx: Ctx, wanted: readonly Row[]): Promise<number> {
  const rows = wanted.filter(({ pictures }) => pictures.length > 0);
  if (rows.length === 0) return 0;
  const { rows: changed } = await sql<{ slug: string }>`
    with wanted as (select w.is_variant, w.pictures, v.id as variant_id, v.product_id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (sku text, is_variant boolean, pictures text[])
        join catalogue.variants v on v.sku = w.sku),
      products as (update catalogue.products p set pictures = w.pictures from wanted w
        where not w.is_variant and p.id = w.product_id and p.pictures <> w.pictures returning p.id),
      variants as (update catalogue.variants v set pictures = w.pictures from wanted w
        where w.is_variant and v.id = w.variant_id and v.pictures <> w.pictures returning v.product_id as id)
    select p.slug from catalogue.products p join (select id from products union all select id from variants) c on c.id = p.id
    `.execute(ctx.sql);
  const tags = [...new Set(changed.map(({ slug }) => `product:${slug}`))];
  if (tags.length > 0) await ctx.announce(ctx, "pages_changed", { tags });
  return changed.length;
}
