/** Pages as visitors read them: one, the list of one kind, what follows one that has ended. Spec §2; rules/pages#addresses */
import { ShopError } from "contract/errors.ts";
import type { FixedPage, PageDocument } from "contract/pages/document.ts";
import type { PageCard, ShownPage } from "contract/pages/pages.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";
import { pageFiller } from "./facts.ts";
import { pictureOf, showPage } from "./show.ts";
import { isAt, isBuilt, isKey, languagesOf, readPage, type StoredPage, stateOf } from "./stored.ts";

export type CampaignKind = "landing" | "builder";

/** Throws not_found while it was never published. */
export async function fixedPage(ctx: Ctx, key: FixedPage): Promise<ShownPage> {
  const page = await readPage(ctx, isKey(key));
  if (!page || !isBuilt(page)) throw new ShopError("not_found");
  return showPage(ctx, page);
}

/** Throws not_found, also for a draft and one that has not begun, and page_ended. */
export async function campaignPage(ctx: Ctx, kind: CampaignKind, slug: string): Promise<ShownPage> {
  const page = await campaign(ctx, kind, slug);
  if (stateOf(page, ctx.now) === "ended") throw new ShopError("page_ended");
  return showPage(ctx, page);
}

/** The live builder page with that slug as its own, for the addresses of one part; null where there is none. */
export async function findBuilderPage(ctx: Ctx, slug: string): Promise<ShownPage | null> {
  const page = await readPage(ctx, isAt("builder", slug));
  if (!page || !isBuilt(page) || stateOf(page, ctx.now) !== "live") return null;
  return showPage(ctx, page);
}

/** Throws not_found for a page that has not ended. */
export async function endedPage(ctx: Ctx, kind: CampaignKind, slug: string) {
  const page = await campaign(ctx, kind, slug);
  if (stateOf(page, ctx.now) !== "ended" || page.ends_at === null) throw new ShopError("not_found");
  const lang = languagesOf(page.document).includes(ctx.locale) ? ctx.locale : ("vi" as const);
  const fill = await pageFiller({ ...ctx, locale: lang }, undefined);
  const title = fill(page.document.title[lang] ?? page.document.title.vi);
  return { title, lang, ended_at: page.ends_at.toISOString(), ends_to: page.ends_to };
}

async function campaign(ctx: Ctx, kind: CampaignKind, slug: string): Promise<StoredPage> {
  const page = await readPage(ctx, isAt(kind, slug));
  const state = page && stateOf(page, ctx.now);
  if (!page || !isBuilt(page) || state === "draft" || state === "scheduled") throw new ShopError("not_found");
  return page;
}

type Live = { slug: string; starts_at: Date; ends_at: Date | null; document: PageDocument };

/** What is live of a kind, newest start first. */
export async function listPages(ctx: Ctx, { kind, page, limit }: { kind: CampaignKind; page: number; limit: number }) {
  const { rows } = await sql<Live>`
    select p.slug, p.starts_at, p.ends_at, jsonb_build_object('title', v.document -> 'title', 'description', v.document -> 'description',
        'needs', coalesce(v.document -> 'needs', '[]'), 'blocks', case when v.document #>> '{blocks,0,type}' = 'hero'
          then jsonb_build_array(v.document #> '{blocks,0}') else '[]' end) as document
    from pages.pages p join pages.versions v on v.page_key = p.key and v.version = p.published_version
    where p.kind = ${kind} and p.published_version is not null
      and (p.ends_at is null or p.ends_at > ${ctx.now})
    order by p.starts_at desc, p.key`.execute(ctx.sql);
  const built = rows.filter(({ document }) => hasFeatures(document.needs));
  const live = built.filter(({ starts_at }) => starts_at <= ctx.now);
  const turns = built
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .filter((at) => at !== null && at > ctx.now);
  const last_page = Math.max(1, Math.ceil(live.length / limit));
  const shown = live.slice((page - 1) * limit, page * limit);
  const data = await Promise.all(shown.map((each) => cardOf(ctx, kind, each)));
  return { data, meta: { current_page: page, last_page, per_page: limit, total: live.length }, until: firstOf(turns) };
}

function firstOf(moments: readonly (Date | null)[]): string | null {
  const [first] = moments.flatMap((at) => at?.toISOString() ?? []).sort();
  return first ?? null;
}

async function cardOf(ctx: Ctx, kind: CampaignKind, { slug, document }: Live): Promise<PageCard> {
  const lang = document.title[ctx.locale] && document.description[ctx.locale] ? ctx.locale : ("vi" as const);
  const fill = await pageFiller({ ...ctx, locale: lang }, undefined);
  const say = (words: { vi: string; en?: string | undefined; ja?: string | undefined }) =>
    fill(words[lang] ?? words.vi);
  const [hero] = document.blocks;
  const picture = hero?.type === "hero" && hero.picture ? pictureOf(hero.picture, say) : null;
  return { kind, slug, title: say(document.title), description: say(document.description), lang, picture };
}
