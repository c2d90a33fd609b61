/**
 * Stored pages: a page with one of its versions, and its state, which follows from what is stored and the clock of the
 * request. Nothing has to run for a page to begin or to end. rules/pages#states
 */
import {
  type Block,
  Block as BlockSchema,
  type PageDocument,
  type PageKind,
  type Words,
} from "contract/pages/document.ts";
import type { PageState } from "contract/pages/pages.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";

export type PageRow = {
  key: string;
  kind: PageKind;
  slug: string | null;
  draft_version: number;
  published_version: number | null;
  published_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
  ends_to: string;
  changed_at: Date;
};
/** What a page may ask of a running programme: when it ends. */
export type StoredPage = PageRow & { document: PageDocument; programmes: Readonly<Record<string, string>> };

export const pageColumns: RawBuilder<unknown> = sql`p.key, p.kind, p.slug, p.draft_version, p.published_version, p.published_at, p.starts_at, p.ends_at,
  p.ends_to, p.changed_at`;

export function stateOf(page: PageRow, now: Date): PageState {
  if (page.published_version === null) return "draft";
  if (page.starts_at !== null && page.starts_at > now) return "scheduled";
  return page.ends_at !== null && page.ends_at <= now ? "ended" : "live";
}

/** The page with its published version or, where one is named, that version. One statement. */
export async function readPage(
  ctx: Ctx,
  which: RawBuilder<boolean>,
  version: RawBuilder<unknown> = sql`p.published_version`,
): Promise<StoredPage | null> {
  const { rows } = await sql<StoredPage>`
    select ${pageColumns}, v.document,
      coalesce((select jsonb_object_agg(g.slug, g.ends_at) from promotions.promotions g
        where g.kind = 'programme' and g.starts_at <= ${ctx.now} and g.ends_at > ${ctx.now}), '{}') as programmes
    from pages.pages p join pages.versions v on v.page_key = p.key and v.version = ${version}
    where ${which}`.execute(ctx.sql);
  const [page] = rows;
  return page ? { ...page, document: readable(ctx, page) } : null;
}

export const isKey = (key: string): RawBuilder<boolean> => sql<boolean>`p.key = ${key}`;

/** By its slug or one it had before. */
export function isAt(kind: "landing" | "builder", slug: string): RawBuilder<boolean> {
  return sql<boolean>`p.key = (select s.page_key from pages.slugs s where s.kind = ${kind} and s.slug = ${slug})`;
}

/** A stored block that today's schema does not know is left out and reported: never an error page. */
function readable(ctx: Ctx, { key, document }: StoredPage): PageDocument {
  const blocks = document.blocks.flatMap((stored): Block[] => {
    const read = BlockSchema.safeParse(stored);
    if (read.success) return [read.data];
    ctx.log.error({ page: key, block: stored.id, issues: read.error.issues.slice(0, 3) }, "a stored block is unknown");
    return [];
  });
  return { ...document, blocks };
}

/** Whether the parts of the shop that the page speaks of exist; else it is as if it had not been written. */
export const isBuilt = ({ document }: StoredPage): boolean => hasFeatures(document.needs ?? []);

const isWords = (value: object): value is Words => "vi" in value && typeof value.vi === "string";

/** Every text of a value, deeply. */
export function* textsOf(value: unknown): Generator<Words> {
  if (typeof value !== "object" || value === null) return;
  if (isWords(value)) yield value;
  else for (const each of Object.values(value)) yield* textsOf(each);
}

/** Languages in which every text of the page exists; Vietnamese always. */
export function languagesOf(document: PageDocument): Locale[] {
  const texts = [...textsOf(document)];
  return locales.filter((locale) => texts.every((words) => words[locale]));
}
