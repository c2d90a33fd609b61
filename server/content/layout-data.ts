/**
 * What header, footer and metadata of every page need, put together from menus and settings. An empty setting hides its
 * block. No statement when warm. rules/content#empty-settings, rules/content#legal-lines
 */
import type { LayoutData } from "contract/content/content.ts";
import { businessDay, localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { inLanguage, type Setting, say, sayTitle, setting, type Words } from "../platform/settings.ts";
import { MENU_TAGS, siteMenu } from "./menus.ts";
import { filler } from "./placeholders.ts";

/** By language, day and the next change of prices: all that can make two of them differ while nothing is changed. */
const cached = memo([...MENU_TAGS, "settings", "programmes"], async () => new Map<string, Promise<LayoutData>>());

/** The same frozen object for as long as nothing of it changes, so that what is derived from it can be cached as well. */
export async function layoutData(ctx: Ctx): Promise<LayoutData> {
  const [known, prices_change_at] = await Promise.all([cached(ctx), pricesChangeAt(ctx)]);
  const key = `${ctx.locale} ${businessDay(ctx.now)} ${prices_change_at}`;
  let found = known.get(key);
  if (!found) {
    found = make(ctx, prices_change_at).then((made) => Object.freeze(made));
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

async function make(ctx: Ctx, prices_change_at: string | null): Promise<LayoutData> {
  const [header, footer, mega_menu, programmes, fill] = await Promise.all([
    siteMenu(ctx, "HEADER"),
    siteMenu(ctx, "FOOTER"),
    siteMenu(ctx, "MEGA-MENU"),
    programmesToCome(ctx),
    filler(ctx),
  ]);
  const [shop, hotline, social, app, notice, legal_lines, searches, payment_logos] = await Promise.all([
    setting(ctx, "shop"),
    setting(ctx, "hotline"),
    setting(ctx, "social"),
    setting(ctx, "app_download"),
    setting(ctx, "moit_notice"),
    setting(ctx, "legal_lines"),
    setting(ctx, "popular_searches"),
    setting(ctx, "payment_logos"),
  ]);
  return {
    name: shop.name,
    tagline: say(shop.tagline, ctx.locale),
    hotline: { display: hotline.display, tel: hotline.tel, hours: say(hotline.hours, ctx.locale) },
    email: shop.email,
    header_links: header.items.map(({ title, link }) => ({ title, link })),
    footer: footer.items.map(({ id, title, children }) => ({
      id,
      title,
      items: children.map(({ title, link }) => ({ title, link })),
    })),
    mega_menu,
    legal_lines: legal_lines.map((line) => fill(say(line, ctx.locale))),
    legal_name: say(shop.legal_name, ctx.locale),
    address: say(shop.address, ctx.locale),
    social: Object.entries(social).flatMap(([name, url]) => (url ? [{ name, url }] : [])),
    app: appBlock(ctx, app),
    notice:
      notice.badge && notice.url
        ? { badge: notice.badge, url: notice.url, label: say(notice.label, ctx.locale) }
        : null,
    payment_logos,
    popular_searches: inLanguage(searches, ctx.locale) as string[],
    programmes: programmes
      .filter(({ starts_at, ends_at }) => starts_at <= ctx.now && ends_at > ctx.now)
      .map(({ slug, title, ends_at }) => ({ slug, ...sayTitle(title, ctx.locale), ends_at: ends_at.toISOString() })),
    prices_change_at,
  };
}

/** Without a link of its own the app is this shop, installed from its own pages. */
function appBlock(ctx: Ctx, app: Setting<"app_download">): LayoutData["app"] {
  const title = say(app.title, ctx.locale);
  if (!title) return null;
  return {
    title,
    text: say(app.text, ctx.locale),
    button: say(app.button, ctx.locale),
    qr_alt: say(app.qr_alt, ctx.locale),
    steps: app.steps.map((step) => say(step, ctx.locale)),
    link: app.links.web || ctx.config.public_url + localisedPath("/", ctx.locale),
    app_store: app.links.app_store,
    google_play: app.links.google_play,
  };
}

/** Those that run or will run, and are not used up. */
const programmesToCome = memo("programmes", async (ctx) => {
  const { rows } = await sql<{ slug: string; title: Words; starts_at: Date; ends_at: Date }>`
    select slug, title, starts_at, ends_at from promotions.promotions
    where kind = 'programme' and ends_at > ${ctx.now} and coalesce(used < max_uses, true) order by ends_at, id`.execute(
    ctx.sql,
  );
  return rows;
});

const REMEMBERED_TURNS = 100;

/**
 * The next moments at which prices change by themselves, by flash sales, programmes and the windows of sale prices. Catalogue and
 * promotions do not stand below content, so their tables are read here.
 */
const saleTurns = memo(["flash_sales", "prices", "programmes"], async (ctx) => {
  const next = (table: string, column: string) => sql`(select ${sql.ref(column)} as at from ${sql.table(table)}
    where ${sql.ref(column)} > ${ctx.now} group by 1 order by 1 limit ${sql.lit(REMEMBERED_TURNS)})`;
  const { rows } = await sql<{ at: Date }>`
    select at from promotions.price_changes(${ctx.now}::timestamptz, ${sql.lit(REMEMBERED_TURNS)})
    union ${next("catalogue.prices", "sale_from")} union ${next("catalogue.prices", "sale_until")} order by at
    `.execute(ctx.sql);
  return rows.map((row) => row.at);
});

async function pricesChangeAt(ctx: Ctx): Promise<string | null> {
  const turns = await saleTurns(ctx);
  return turns.find((at) => at > ctx.now)?.toISOString() ?? null;
}
