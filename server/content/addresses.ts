/** Where every published post is found, for sitemaps: newest first, so that the first page shows what is new. */
import type { Meta } from "contract/call.ts";
import { entriesPerPage, type SitemapEntry } from "contract/content/sitemap.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

type Row = Omit<SitemapEntry, "updated_at"> & { updated_at: string };

export async function postAddresses(ctx: Ctx, page: number): Promise<{ data: SitemapEntry[]; meta: Meta }> {
  const published = sql`p.status = 'published' and p.published_at <= ${ctx.now}`;
  const { rows } = await sql<{ total: number; posts: Row[] }>`
    select (select count(*) from content.posts p where ${published})::int as total,
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from (
        select p.slug, k.slug as category_slug, greatest(p.updated_at, p.published_at) as updated_at
        from content.posts p join content.post_categories k on k.id = p.category_id
        where ${published} order by p.published_at desc, p.id desc
        limit ${entriesPerPage} offset ${(page - 1) * entriesPerPage}) a) as posts`.execute(ctx.sql);
  const { total = 0, posts = [] } = rows[0] ?? {};
  return {
    data: posts.map((post) => ({ ...post, updated_at: new Date(post.updated_at).toISOString() })),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / entriesPerPage)),
      per_page: entriesPerPage,
      total,
    },
  };
}
