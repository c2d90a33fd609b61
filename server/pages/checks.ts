/** What stands in the way of publishing a page, by the block it is in, and what is only worth telling. rules/pages#publishing */
import type { ErrorOptions } from "contract/errors.ts";
import type { Block, PageDocument } from "contract/pages/document.ts";
import { reservedPageSlugs } from "contract/pages/reserved.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { pageBlanks } from "./facts.ts";
import { languagesOf, textsOf } from "./stored.ts";

/** Claims that advertising law forbids or that nobody can prove. */
const BANNED_CLAIMS = [
  ...[/tốt nhất/i, /số 1\b/i, /duy nhất/i, /chữa (?:bệnh|khỏi)/i, /đặc trị/i, /điều trị/i],
  ...[/\bcures?\b/i, /number one/i, /治療|治す|世界一|日本一/],
];
/** Names `content/placeholders.ts` fills. */
const BLANKS = new Set(
  `company_name short_name company_code company_code_issued_on company_code_issued_by responsible_person address phone email
    website hotline hotline_hours complaint_phone complaint_email bank_name bank_account_number bank_account_holder year`
    .split(/\s+/)
    .filter(Boolean),
);

type Faults = NonNullable<ErrorOptions["fields"]>;

/** Empty where it may be published. */
export async function publishFaults(ctx: Ctx, { blocks, ...head }: PageDocument): Promise<Faults> {
  const found = new Map<string, Set<string>>();
  const note = (where: string, key: string) => found.set(where, (found.get(where) ?? new Set()).add(key));
  for (const key of textFaults(head)) note("page", key);
  for (const [at, block] of blocks.entries()) {
    for (const key of textFaults(block)) note(block.id, key);
    if (block.type === "hero" && at > 0) note(block.id, "page_hero_first");
  }
  for (const type of ["countdown", "form"] as const) {
    for (const block of blocks.filter((each) => each.type === type).slice(1)) note(block.id, "page_one_of_type");
  }
  for (const id of await deadLinks(ctx, blocks)) note(id, "page_dead_link");
  return Object.fromEntries([...found].map(([where, keys]) => [where, [...keys].map((key) => ({ key }))]));
}

function textFaults(value: unknown): string[] {
  const faults: string[] = [];
  for (const words of textsOf(value)) {
    const text = [words.vi, words.en, words.ja].join("\n");
    if (BANNED_CLAIMS.some((claim) => claim.test(text))) faults.push("page_banned_claim");
    const blanks = [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = ""]) => name);
    const counted = [...text.matchAll(/\[\[([^[\]\n]*)\]\]/g)].map(([, name = ""]) => name);
    if (blanks.some((name) => !BLANKS.has(name))) faults.push("page_unknown_blank");
    if (counted.some((name) => !pageBlanks.some((each) => each === name))) faults.push("page_unknown_blank");
  }
  return faults;
}

function linksOf(block: Block): string[] {
  if (block.type === "hero") return block.actions.filter(({ kind }) => kind === "link").map(({ value }) => value);
  return "button" in block && block.button ? [block.button.link] : [];
}

/** Own paths of which nothing is known; other addresses are not asked. */
async function deadLinks(ctx: Ctx, blocks: readonly Block[]): Promise<string[]> {
  const links = blocks.flatMap((block) =>
    linksOf(block).map((link) => ({ id: block.id, path: link.split(/[?#]/, 1)[0] ?? "" })),
  );
  const own = links.filter(({ path }) => path.startsWith("/") && path !== "/");
  if (own.length === 0) return [];
  const { rows } = await sql<{ path: string }>`
    select l.path from unnest(${own.map(({ path }) => path)}::text[]) l (path),
      lateral (select split_part(l.path, '/', 2) as a, split_part(l.path, '/', 3) as b, split_part(l.path, '/', 4) as c) s
    where case
      when s.a = 'thong-tin' and s.b <> '' then exists (select from content.policies where route = l.path)
      when s.a = 'tin-tuc' and s.c <> '' then exists (select from content.posts p join content.post_categories k on k.id = p.category_id
        where p.slug = s.c and k.slug = s.b and p.status = 'published')
      when s.a = 'tin-tuc' and s.b <> '' then exists (select from content.post_categories where slug = s.b)
      when s.a = 'san-pham' and s.c <> '' then exists (select from catalogue.products p join catalogue.shelf h on h.product_id = p.id
        where p.slug = s.c)
      when s.a = 'san-pham' and s.b <> '' then exists (select from catalogue.categories where slug = s.b)
      when s.a = 'pages' and s.b <> '' then exists (select from pages.slugs where kind = 'builder' and slug = s.b)
      when s.a = 'landing-page' and s.b <> '' then exists (select from pages.slugs where kind = 'landing' and slug = s.b)
      else s.b = '' and s.a = any (${[...reservedPageSlugs]}::text[]) end`.execute(ctx.sql);
  const alive = new Set(rows.map(({ path }) => path));
  return own.filter(({ path }) => !alive.has(path)).map(({ id }) => id);
}

/** Languages in which it is shown in Vietnamese, and products that nobody can buy. */
export async function publishWarnings(ctx: Ctx, document: PageDocument): Promise<{ block: string; text: string }[]> {
  const languages = languagesOf(document);
  const missing = (["en", "ja"] as const).filter((each) => !languages.includes(each));
  const skus = document.blocks.flatMap((block) => {
    const named = block.type === "product_row" && block.rule.rule === "skus" ? block.rule.skus : [];
    const inTabs = block.type === "tabs" ? block.tabs.flatMap((tab) => tab.skus) : [];
    return [...named, ...inTabs].map((sku) => ({ block: block.id, text: sku }));
  });
  const { rows } = await sql<{ sku: string }>`
    select v.sku from catalogue.variants v join catalogue.shelf h on h.product_id = v.product_id
    where v.sku = any (${skus.map(({ text }) => text)}::text[])`.execute(ctx.sql);
  const sold = new Set(rows.map(({ sku }) => sku));
  return [...missing.map((text) => ({ block: "page", text })), ...skus.filter(({ text }) => !sold.has(text))];
}
