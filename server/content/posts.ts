/**
 * News: lists, one article, the tabs of the home page. Only published posts are read, newest first. A title or body without
 * a translation is the Vietnamese one, and `lang` or `body_lang` says so. One statement each. Spec §3 Post, §7;
 * rules/content#languages
 */
import type { Meta } from "contract/call.ts";
import type { Post, PostCard, PostCategory } from "contract/content/content.ts";
import { ShopError } from "contract/errors.ts";
import { postImageId } from "contract/values/images.ts";
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";

/** `scene` is the id of the post's image. */
type CardRow = Omit<PostCard, "thumbnail_url"> & { scene: string };

const TAB_POSTS = 4; // Spec §2 Home: category tabs load 4 posts
const RELATED_POSTS = 3;

/** The columns of a card in the caller's language, for a post `p`. */
function cardColumns(ctx: Ctx): RawBuilder<unknown> {
  return sql`p.id, p.slug, p.scene, p.reading_minutes, p.published_at as created_at,
    k.slug as category_slug,
    coalesce((select n.name from content.post_category_texts n where n.category_id = k.id and n.locale = ${ctx.locale}),
      (select n.name from content.post_category_texts n where n.category_id = k.id and n.locale = 'vi'), k.slug) as category_name,
    t.title, t.locale as lang, t.short_description, t.img_alt`;
}

function cardTables(ctx: Ctx): RawBuilder<unknown> {
  return sql`content.posts p
    join content.post_categories k on k.id = p.category_id
    join lateral (select * from content.post_texts x where x.post_id = p.id and x.locale in (${ctx.locale}, 'vi')
      order by x.locale = ${ctx.locale} desc limit 1) t on true`;
}

/** SQL: post `p` is published by now. */
function publishedCondition(ctx: Ctx): RawBuilder<unknown> {
  return sql`p.status = 'published' and p.published_at <= ${ctx.now}`;
}

function card({ scene, created_at, ...row }: CardRow): PostCard {
  // In jsonb a time is text in PostgreSQL's format.
  return { ...row, thumbnail_url: postImageId(scene), created_at: new Date(created_at).toISOString() };
}

export type PostFilter = {
  category_slug?: string | undefined;
  tag?: string | undefined;
  /** The slug of a product category the posts are about. */
  about?: string | undefined;
  /** By the time of publication. Without it newest first; with `about`, by the order of post categories before that. */
  sort?: "asc" | "desc" | undefined;
  page: number;
  limit: number;
};

export async function posts(ctx: Ctx, filter: PostFilter): Promise<{ data: PostCard[]; meta: Meta }> {
  const { category_slug, tag, about, sort, page, limit } = filter;
  const direction = sort === "asc" ? sql`asc` : sql`desc`;
  const byCategory = about !== undefined && sort === undefined ? sql`k.position,` : sql``;
  const where = sql`${publishedCondition(ctx)}
    ${category_slug === undefined ? sql`` : sql`and p.category_id = (select id from content.post_categories where slug = ${category_slug})`}
    ${tag === undefined ? sql`` : sql`and exists (select from content.post_tags g where g.post_id = p.id and g.tag_slug = ${tag})`}
    ${about === undefined ? sql`` : sql`and exists (select from content.post_topics o where o.post_id = p.id and o.category_slug = ${about})`}`;
  const { rows } = await sql<{ total: number; cards: CardRow[] }>`
    select (select count(*) from content.posts p where ${where})::int as total,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
        select ${cardColumns(ctx)} from ${cardTables(ctx)} where ${where}
        order by ${byCategory} p.published_at ${direction}, p.id ${direction} limit ${limit} offset ${(page - 1) * limit}) c) as cards
  `.execute(ctx.sql);
  const { total = 0, cards = [] } = rows[0] ?? {};
  const last_page = Math.max(1, Math.ceil(total / limit));
  return { data: cards.map(card), meta: { current_page: page, last_page, per_page: limit, total } };
}

/** Every post category that has posts, with its newest ones. */
export async function newsTabs(ctx: Ctx): Promise<(PostCategory & { posts: PostCard[] })[]> {
  const categories = (await postCategories(ctx)).filter((category) => category.post_count > 0);
  const { rows } = await sql<CardRow>`
    select newest.* from content.post_categories tab, lateral (
      select ${cardColumns(ctx)} from ${cardTables(ctx)} where p.category_id = tab.id and ${publishedCondition(ctx)}
      order by p.published_at desc, p.id desc limit ${TAB_POSTS}) newest`.execute(ctx.sql);
  const cards = Map.groupBy(rows.map(card), (each) => each.category_slug);
  return categories.map((category) => ({ ...category, posts: cards.get(category.slug) ?? [] }));
}

type PostRow = CardRow & {
  body: string;
  body_lang: Locale;
  author: string;
  updated_at: Date;
  tags: Post["tags"];
  related_categories: Post["related_categories"];
  related_posts: CardRow[];
};

/** One article, by id or slug. Throws not_found. */
export async function post(ctx: Ctx, id: number | string): Promise<Post> {
  const where = typeof id === "number" ? sql`p.id = ${id}` : sql`p.slug = ${id}`;
  const { rows } = await sql<PostRow>`
    select ${cardColumns(ctx)}, p.author, p.updated_at, b.body, b.locale as body_lang,
      (select coalesce(jsonb_agg(jsonb_build_object('slug', g.slug,
          'label', coalesce(g.label ->> ${ctx.locale}, g.label ->> 'vi')) order by pg.position), '[]')
        from content.post_tags pg join content.tags g on g.slug = pg.tag_slug where pg.post_id = p.id) as tags,
      (select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', n.name) order by pt.position), '[]')
        from content.post_topics pt join catalogue.categories c on c.slug = pt.category_slug and c.active
        join lateral (select x.name from catalogue.category_texts x
          where x.category_id = c.id and x.locale in (${ctx.locale}, 'vi')
          order by x.locale = ${ctx.locale} desc limit 1) n on true
        where pt.post_id = p.id) as related_categories,
      (${relatedTo(ctx)}) as related_posts
    from ${cardTables(ctx)}
    join lateral (select x.body, x.locale from content.post_texts x
      where x.post_id = p.id and x.locale in (${ctx.locale}, 'vi') and x.body is not null
      order by x.locale = ${ctx.locale} desc limit 1) b on true
    where ${where} and ${publishedCondition(ctx)}`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  const { body, body_lang, author, updated_at, tags, related_categories, related_posts, ...cardRow } = row;
  return {
    ...card(cardRow),
    body,
    body_lang,
    author,
    updated_at: updated_at.toISOString(),
    tags,
    related_categories,
    related_posts: related_posts.map(card),
  };
}

/** SQL: the posts related to the outer `p`. Those with most tags in common come first, then those of its category, newest first. */
function relatedTo(ctx: Ctx): RawBuilder<unknown> {
  return sql`select coalesce(jsonb_agg(to_jsonb(r) - 'shared' order by r.shared desc, r.created_at desc), '[]') from (
    select other.* from (select p.id as own_id, p.category_id as own_category) own, lateral (
      select ${cardColumns(ctx)}, (select count(*) from content.post_tags a join content.post_tags b using (tag_slug)
          where a.post_id = own.own_id and b.post_id = p.id) as shared
      from ${cardTables(ctx)}
      where p.id <> own.own_id and ${publishedCondition(ctx)}
        and (p.category_id = own.own_category or exists (select from content.post_tags a
          join content.post_tags b using (tag_slug) where a.post_id = own.own_id and b.post_id = p.id))
      order by shared desc, p.published_at desc, p.id desc limit ${RELATED_POSTS}) other) r`;
}

const storedCategories = memo("posts", async (ctx) => {
  const { rows } = await sql<{ id: number; slug: string; names: Partial<Record<Locale, string>>; post_count: number }>`
    select k.id, k.slug, (select jsonb_object_agg(n.locale, n.name) from content.post_category_texts n
        where n.category_id = k.id) as names,
      (select count(*) from content.posts p where p.category_id = k.id and ${publishedCondition(ctx)})::int as post_count
    from content.post_categories k order by k.position`.execute(ctx.sql);
  return rows;
});

/** All post categories, in the shop's order. No statement while they are memoised. */
export async function postCategories(ctx: Ctx): Promise<PostCategory[]> {
  return (await storedCategories(ctx)).map(({ id, slug, names, post_count }) => {
    const name = names[ctx.locale];
    return { id, slug, name: name ?? names.vi ?? slug, lang: name === undefined ? "vi" : ctx.locale, post_count };
  });
}
