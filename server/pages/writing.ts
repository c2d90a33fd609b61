/**
 * The one way a page is published: a draft with versions, a signed preview, a window, an end. Every step that changes what
 * visitors see is in the history with who did it, and tells the caches in its own transaction. rules/pages#publishing
 */
import { ShopError } from "contract/errors.ts";
import { fixedPages, MAX_DOCUMENT_BYTES, PageDocument, type PageKind } from "contract/pages/document.ts";
import type { PageState, PageSummary } from "contract/pages/pages.ts";
import { unchecked } from "contract/unchecked.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { publishFaults, publishWarnings } from "./checks.ts";
import { isKey, type PageRow, pageColumns, readPage, stateOf } from "./stored.ts";

/** Versions of a page that are kept. */
const MAX_VERSIONS = 50;

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export function summaryOf(ctx: Ctx, { title, ...page }: PageRow & { title: string }): PageSummary {
  const { key, kind, draft_version, published_version, ends_to } = page;
  return {
    ...{
      key,
      kind,
      slug: page.slug ?? "",
      title,
      state: stateOf(page, ctx.now),
      draft_version,
      published_version,
      ends_to,
    },
    starts_at: at(page.starts_at),
    ends_at: at(page.ends_at),
    changed_at: page.changed_at.toISOString(),
  };
}

export async function staffPages(ctx: Ctx, asked: { state?: PageState | undefined; page: number; limit: number }) {
  const { rows } = await sql<PageRow & { title: string }>`
    select ${pageColumns}, v.document #>> '{title,vi}' as title
    from pages.pages p join pages.versions v on v.page_key = p.key and v.version = p.draft_version
    order by p.changed_at desc, p.key`.execute(ctx.sql);
  const all = rows
    .map((row) => summaryOf(ctx, row))
    .filter(({ state }) => asked.state === undefined || state === asked.state);
  const last_page = Math.max(1, Math.ceil(all.length / asked.limit));
  const data = all.slice((asked.page - 1) * asked.limit, asked.page * asked.limit);
  return { data, meta: { current_page: asked.page, last_page, per_page: asked.limit, total: all.length } };
}

/** Throws not_found. */
export async function staffPage(ctx: Ctx, key: string): Promise<PageSummary & { document: Record<string, JsonValue> }> {
  const page = await readPage(ctx, isKey(key), sql`p.draft_version`);
  if (!page) throw new ShopError("not_found");
  return { ...summaryOf(ctx, { ...page, title: page.document.title.vi }), document: unchecked(page.document) }; // it came from a column of JSON
}

type JsonValue = z.output<ReturnType<typeof z.json>>;

export type Draft = {
  key: string;
  base_version: number;
  kind?: PageKind | undefined;
  slug?: string | undefined;
  page: PageDocument;
};

/**
 * A new version, or a new page where `base_version` is 0. The slug of a page that was published leads to the new one for ever.
 * Throws conflict where a newer version was saved meanwhile, invalid for a slug another has. Locks the page.
 */
export function saveDraft(ctx: Ctx, { key, base_version, kind, slug, page }: Draft): Promise<{ version: number }> {
  if (Buffer.byteLength(JSON.stringify(page)) > MAX_DOCUMENT_BYTES) throw invalid("page", "page_too_large");
  return inTransaction(ctx, async (ctx) => {
    const existing = await lockPage(ctx, key);
    if ((existing?.draft_version ?? 0) !== base_version) throw new ShopError("conflict");
    const version = base_version + 1;
    if (existing) {
      if (kind !== undefined && kind !== existing.kind) throw invalid("kind", "malformed_value");
      await sql`update pages.pages set draft_version = ${version}, changed_at = ${ctx.now} where key = ${key}`.execute(
        ctx.sql,
      );
      if (slug !== undefined && slug !== existing.slug) await changeSlug(ctx, existing, slug);
    } else {
      await insertPage(ctx, { key, kind: kind ?? "builder", slug });
    }
    await addVersion(ctx, key, version, page);
    return { version };
  });
}

const invalid = (field: string, key: string) => new ShopError("invalid", { fields: { [field]: [{ key }] } });

async function insertPage(ctx: Ctx, { key, kind, slug }: { key: string; kind: PageKind; slug: string | undefined }) {
  const isFixed = fixedPages.some((each) => each === key);
  if (isFixed !== (kind === "fixed") || isFixed !== (slug === undefined)) throw invalid("slug", "malformed_value");
  await sql`insert into pages.pages (key, kind, slug, draft_version, changed_at)
    values (${key}, ${kind}, ${slug ?? null}, 1, ${ctx.now})`.execute(ctx.sql);
  if (kind !== "fixed" && slug !== undefined) await takeSlug(ctx, kind, slug, key);
}

async function changeSlug(ctx: Ctx, { key, kind, slug: before, published_at }: PageRow, slug: string): Promise<void> {
  if (kind === "fixed" || before === null) throw invalid("slug", "malformed_value");
  await takeSlug(ctx, kind, slug, key);
  if (published_at === null)
    await sql`delete from pages.slugs where kind = ${kind} and slug = ${before}`.execute(ctx.sql);
  await sql`update pages.pages set slug = ${slug} where key = ${key}`.execute(ctx.sql);
  await changed(ctx, key);
}

/** Programmes and builder pages share the addresses of one part. */
async function takeSlug(ctx: Ctx, kind: "landing" | "builder", slug: string, key: string): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (select from pages.slugs where kind = ${kind} and slug = ${slug} and page_key <> ${key})
      or ${kind} = 'builder' and exists (select from promotions.promotions where slug = ${slug}) as is_taken`.execute(
    ctx.sql,
  );
  if (rows[0]?.is_taken) throw invalid("slug", "slug_taken");
  await sql`insert into pages.slugs (kind, slug, page_key) values (${kind}, ${slug}, ${key}) on conflict do nothing`.execute(
    ctx.sql,
  );
}

async function addVersion(ctx: Ctx, key: string, version: number, document: PageDocument): Promise<void> {
  await sql`insert into pages.versions (page_key, version, document, saved_at, actor)
    values (${key}, ${version}, ${JSON.stringify(document)}, ${ctx.now}, ${await ctx.actor()})`.execute(ctx.sql);
  await sql`delete from pages.versions v using pages.pages p
    where p.key = ${key} and v.page_key = p.key and v.version <= ${version - MAX_VERSIONS}
      and v.version is distinct from p.published_version`.execute(ctx.sql);
}

async function lockPage(ctx: Ctx, key: string): Promise<PageRow | null> {
  const { rows } = await sql<PageRow>`select ${pageColumns} from pages.pages p where p.key = ${key} for update`.execute(
    ctx.sql,
  );
  return rows[0] ?? null;
}

/** Throws not_found. */
async function lockedPage(ctx: Ctx, key: string): Promise<PageRow> {
  const page = await lockPage(ctx, key);
  if (!page) throw new ShopError("not_found");
  return page;
}

/** Kept pages and lists that show it. */
const changed = (ctx: Ctx, key: string) => ctx.announce(ctx, "pages_changed", { tags: [`page:${key}`, "pages"] });

type History = { act: "published" | "unpublished" | "ended"; version?: number; reason?: string };

async function note(ctx: Ctx, page: Pick<PageRow, "key" | "starts_at" | "ends_at">, { act, version, reason }: History) {
  await sql`insert into pages.history (page_key, at, actor, act, version, starts_at, ends_at, reason)
    values (${page.key}, ${ctx.now}, ${await ctx.actor()}, ${act}, ${version ?? null}, ${page.starts_at}, ${page.ends_at},
      ${reason ?? ""})`.execute(ctx.sql);
  await changed(ctx, page.key);
}

export type Publication = {
  key: string;
  version: number;
  starts_at?: string | undefined;
  ends_at?: string | undefined;
  ends_to?: string | undefined;
};

/**
 * Publishes the version that was looked at. Repeatable. Throws not_found for a version that is not there, and invalid with the id
 * of each block that stands in the way. Locks the page.
 */
export function publishPage(ctx: Ctx, asked: Publication) {
  return inTransaction(ctx, async (ctx) => {
    const page = await lockedPage(ctx, asked.key);
    const stored = await readPage(ctx, isKey(asked.key), sql`${asked.version}`);
    if (!stored) throw new ShopError("not_found");
    const document = PageDocument.safeParse(stored.document);
    if (!document.success) throw invalid("version", "page_unreadable");
    const faults = await publishFaults(ctx, document.data);
    if (Object.keys(faults).length > 0) throw new ShopError("invalid", { fields: faults });
    const window = windowOf(ctx, page, asked);
    const { starts_at, ends_at, ends_to } = window;
    await sql`update pages.pages set published_version = ${asked.version}, published_at = coalesce(published_at, ${ctx.now}),
      starts_at = ${starts_at}, ends_at = ${ends_at}, ends_to = ${ends_to}, changed_at = ${ctx.now}
      where key = ${asked.key}`.execute(ctx.sql);
    await note(ctx, { ...page, ...window }, { act: "published", version: asked.version });
    const state = stateOf({ ...page, ...window, published_version: asked.version }, ctx.now);
    return { state, warnings: await publishWarnings(ctx, document.data) };
  });
}

function windowOf(ctx: Ctx, page: PageRow, { starts_at, ends_at, ends_to = "" }: Publication) {
  if (page.kind === "fixed") {
    if (starts_at ?? ends_at) throw invalid("starts_at", "page_has_no_window");
    return { starts_at: null, ends_at: null, ends_to: "" };
  }
  const isLive = stateOf(page, ctx.now) === "live";
  const start = starts_at === undefined ? (isLive && page.starts_at ? page.starts_at : ctx.now) : new Date(starts_at);
  const end = ends_at === undefined ? null : new Date(ends_at);
  if (end && (end <= start || end <= ctx.now)) throw invalid("ends_at", "page_ends_before");
  return { starts_at: start, ends_at: end, ends_to };
}

/** Takes it back into a draft. Throws state_conflict for what is not published and for fixed pages. Locks the page. */
export function unpublishPage(ctx: Ctx, key: string, reason: string): Promise<{ state: PageState }> {
  return inTransaction(ctx, async (ctx) => {
    const page = await lockedPage(ctx, key);
    if (page.kind === "fixed" || page.published_version === null) throw new ShopError("state_conflict");
    await sql`update pages.pages set published_version = null, starts_at = null, ends_at = null, changed_at = ${ctx.now}
      where key = ${key}`.execute(ctx.sql);
    await note(ctx, page, { act: "unpublished", version: page.published_version, reason });
    return { state: "draft" as const };
  });
}

/** Ends a live page now. Throws state_conflict for any other, and for fixed pages. Locks the page. */
export function endPage(ctx: Ctx, key: string, reason: string): Promise<{ state: PageState }> {
  return inTransaction(ctx, async (ctx) => {
    const page = await lockedPage(ctx, key);
    if (page.kind === "fixed" || stateOf(page, ctx.now) !== "live") throw new ShopError("state_conflict");
    const starts_at = page.starts_at && page.starts_at < ctx.now ? page.starts_at : new Date(ctx.now.getTime() - 1);
    await sql`update pages.pages set starts_at = ${starts_at}, ends_at = ${ctx.now}, changed_at = ${ctx.now}
      where key = ${key}`.execute(ctx.sql);
    const version = page.published_version === null ? {} : { version: page.published_version };
    await note(ctx, { ...page, ends_at: ctx.now }, { act: "ended", ...version, reason });
    return { state: "ended" as const };
  });
}

/** Throws not_found, and state_conflict for a page that visitors have seen. */
export function removePage(ctx: Ctx, key: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const page = await lockedPage(ctx, key);
    if (page.published_at !== null) throw new ShopError("state_conflict");
    await sql`delete from pages.pages where key = ${key}`.execute(ctx.sql);
  });
}

/** Newest first. Throws not_found. */
export async function pageVersions(ctx: Ctx, key: string) {
  const where: RawBuilder<unknown> = sql`p.key = ${key}`;
  const { rows } = await sql<{
    version: number;
    title: string;
    saved_at: Date;
    saved_by: string;
    is_published: boolean;
  }>`
    select v.version, v.document #>> '{title,vi}' as title, v.saved_at, v.actor as saved_by,
      v.version is not distinct from p.published_version as is_published
    from pages.pages p join pages.versions v on v.page_key = p.key where ${where} order by v.version desc`.execute(
    ctx.sql,
  );
  if (rows.length === 0) throw new ShopError("not_found");
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}

/** An old version becomes the newest draft; nothing that visitors see changes. Throws not_found. Locks the page. */
export function restoreVersion(ctx: Ctx, key: string, version: number): Promise<{ version: number }> {
  return inTransaction(ctx, async (ctx) => {
    const page = await lockedPage(ctx, key);
    const old = await readPage(ctx, isKey(key), sql`${version}`);
    if (!old) throw new ShopError("not_found");
    const next = page.draft_version + 1;
    await sql`update pages.pages set draft_version = ${next}, changed_at = ${ctx.now} where key = ${key}`.execute(
      ctx.sql,
    );
    await addVersion(ctx, key, next, old.document);
    return { version: next };
  });
}
