/**
 * Content API: site menus, public settings, posts, FAQ, policies.
 * A text without a translation is the Vietnamese one and says so in `lang`. Spec §7 Products and content, §3 Post.
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { limit, locale, page, rowNumber as rowId, slug } from "../values/fields.ts";
import { sortBy } from "../values/sorting.ts";
import { SitemapEntry } from "./sitemap.ts";

export const siteMenuKeys = [
  "SUBTITLE-SECTION",
  "QUANTITY-STORE",
  "MEGA-MENU",
  "FEATURED-PRODUCTS",
  "HOUSEHOLD-SECTION",
  "OVERVIEW-TECHNOLOGY",
  "LINK-DOWNLOAD-APP",
  "SLIDER-BANNER",
] as const;
export type SiteMenuKey = (typeof siteMenuKeys)[number];

/** A product a menu names. `catalogue.homeRows` and `catalogue.cards` have the whole card. */
export const MenuProduct = z.object({
  product_id: z.int(),
  code: z.string(),
  slug: z.string(),
  category_slug: z.string(),
  name: z.string(),
  lang: locale,
  /** Image id under `/images/`. */
  image: z.string(),
  /** Null where a flash sale has the product or will have it: menus are on pages that are cached longer than its price. */
  price: z.int().nullable(),
});
export type MenuProduct = z.infer<typeof MenuProduct>;

/** One entry of a menu; which fields are filled depends on the menu. `image` and `image_mobile` are image ids. */
export const MenuItem = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  button: z.string(),
  link: z.string(),
  icon: z.string(),
  image: z.string(),
  image_mobile: z.string(),
  image_alt: z.string(),
  count: z.int().nullable(),
  children: z.array(z.object({ title: z.string(), link: z.string(), icon: z.string() })),
  products: z.array(MenuProduct),
});
export type MenuItem = z.infer<typeof MenuItem>;

export const SiteMenu = z.object({
  key: z.enum(siteMenuKeys),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  items: z.array(MenuItem),
});
export type SiteMenu = z.infer<typeof SiteMenu>;

const Link = z.object({ title: z.string(), link: z.string() });

/** What header, footer and metadata of every page need, in one answer. Empty settings hide their block. */
export const LayoutData = z.object({
  name: z.string(),
  tagline: z.string(),
  hotline: z.object({ display: z.string(), tel: z.string(), hours: z.string() }),
  email: z.string(),
  header_links: z.array(Link),
  footer: z.array(z.object({ id: z.string(), title: z.string(), items: z.array(Link) })),
  mega_menu: SiteMenu,
  legal_lines: z.array(z.string()),
  legal_name: z.string(),
  address: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  app: z
    .object({
      title: z.string(),
      text: z.string(),
      button: z.string(),
      qr_alt: z.string(),
      steps: z.array(z.string()),
      /** Absolute URLs: of the installable shop, and of the app stores where it is in any. */
      link: z.string(),
      app_store: z.string(),
      google_play: z.string(),
    })
    .nullable(),
  /** The ministry's badge, once the shop has been notified to it. */
  notice: z.object({ badge: z.string(), url: z.string(), label: z.string() }).nullable(),
  /** Names of the payment art, where the shop has chosen them itself. */
  payment_logos: z.array(z.string()),
  popular_searches: z.array(z.string()),
  /** Promotion programmes that run now and are not used up, the one that ends first before the others. */
  programmes: z.array(z.object({ slug: z.string(), title: z.string(), lang: locale, ends_at: z.string() })),
  /** When the next flash sale or programme starts or ends: no page rendered now may be cached longer. */
  prices_change_at: z.string().nullable(),
});
export type LayoutData = z.infer<typeof LayoutData>;

export const PostCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  lang: locale,
  post_count: z.int(),
});
export type PostCategory = z.infer<typeof PostCategory>;

export const PostCard = z.object({
  id: z.int(),
  slug: z.string(),
  category_slug: z.string(),
  category_name: z.string(),
  title: z.string(),
  lang: locale,
  short_description: z.string(),
  /** Despite its name an image id under `/images/`, no URL. */
  thumbnail_url: z.string(),
  img_alt: z.string(),
  reading_minutes: z.int(),
  created_at: z.string(),
});
export type PostCard = z.infer<typeof PostCard>;

export const Post = PostCard.extend({
  /** Markdown subset. */
  body: z.string(),
  /** Language of `body`; other than asked for where no translation exists. */
  body_lang: locale,
  author: z.string(),
  updated_at: z.string(),
  tags: z.array(z.object({ slug: z.string(), label: z.string() })),
  related_categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  related_posts: z.array(PostCard),
});
export type Post = z.infer<typeof Post>;

export const Policy = z.object({
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  route: z.string(),
  version: z.string(),
  effective_from: z.string(),
  sections: z.array(z.object({ id: z.string(), heading: z.string(), body: z.string() })),
});
export type Policy = z.infer<typeof Policy>;

export const FaqGroup = z.object({
  slug: z.string(),
  name: z.string(),
  items: z.array(z.object({ id: z.int(), question: z.string(), answer: z.string() })),
});
export type FaqGroup = z.infer<typeof FaqGroup>;

/** Any JSON: a setting has its own shape. */
export const Json = z.json();

const withLang = z.object({ lang: locale.optional() });

export const content = {
  chrome: call("GET /v1/client/chrome", {
    summary: "Header, footer and shop facts of every page",
    who: "anyone",
    input: withLang,
    output: LayoutData,
    example: { input: {} },
  }),
  siteMenu: call("GET /v1/client/site-menus/{key}", {
    summary: "One of the eight site menus",
    who: "anyone",
    input: withLang.extend({ key: z.enum(siteMenuKeys) }),
    output: SiteMenu,
    errors: ["not_found"],
    example: { input: { key: "MEGA-MENU" } },
  }),
  /** All menus of the home page at once, so that the page costs few statements. */
  homeMenus: call("GET /v1/client/home-menus", {
    summary: "The site menus the home page shows",
    who: "anyone",
    input: withLang,
    output: z.array(SiteMenu),
    example: { input: {} },
  }),
  blogCategoriesSetting: call("GET /v1/client/settings/menu-chuyen-muc-bv", {
    summary: "Blog categories, under the setting's name",
    who: "anyone",
    input: withLang,
    output: z.array(PostCategory),
    example: { input: {} },
  }),
  closure: call("GET /v1/client/maintenance", {
    summary: "Whether the shop is closed, until when, and whom to call",
    who: "anyone",
    through_maintenance: true,
    input: withLang,
    output: z.object({
      closed: z.boolean(),
      /** RFC 3339, or empty where unknown. */
      until: z.string(),
      message: z.string(),
      hotline: z.object({ display: z.string(), tel: z.string(), hours: z.string() }),
    }),
    example: { input: {} },
  }),
  setting: call("GET /v1/client/settings/{key}", {
    summary: "A public setting",
    who: "anyone",
    input: withLang.extend({ key: z.string().max(80) }),
    output: z.object({ key: z.string(), value: Json }),
    errors: ["not_found"],
    example: { input: { key: "shop" } },
  }),
  settingBySlug: call("GET /v1/client/setting-by-slug/{slug}", {
    summary: "A public setting by its slug",
    who: "anyone",
    input: withLang.extend({ slug: z.string().max(80) }),
    output: z.object({ key: z.string(), value: Json }),
    errors: ["not_found"],
    example: { input: { slug: "shop" } },
  }),
  postCategories: call("GET /v1/client/category/list", {
    summary: "Blog categories",
    who: "anyone",
    input: withLang.extend({ page, limit }),
    output: listOf(PostCategory),
    envelope: "bare",
    example: { input: {} },
  }),
  postCategoryBySlug: call("GET /v1/client/category/detail-by-slug/{slug}", {
    summary: "A blog category by slug",
    who: "anyone",
    input: withLang.extend({ slug }),
    output: PostCategory,
    errors: ["not_found"],
    example: { input: { slug: "tu-van-chon-mua" } },
  }),
  postCategory: call("GET /v1/client/category/detail/{id}", {
    summary: "A blog category by id",
    who: "anyone",
    input: withLang.extend({ id: rowId }),
    output: PostCategory,
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  posts: call("GET /v1/client/post/list", {
    summary: "Posts, newest first",
    who: "anyone",
    input: withLang.extend({
      category_slug: slug.optional(),
      tag: slug.optional(),
      about: slug.optional().meta({
        description:
          "Slug of a product category: only posts about it. Without `sort` in the order of the blog categories, advice on buying first",
      }),
      sort: sortBy(["created_at"]).optional(),
      page,
      limit,
    }),
    output: listOf(PostCard),
    envelope: "bare",
    example: { input: { limit: 4, category_slug: "tu-van-chon-mua", sort: { created_at: "desc" } } },
  }),
  /** The home page's news tabs: every category with its newest posts, in one answer. */
  newsTabs: call("GET /v1/client/post/tabs", {
    summary: "Blog categories with their newest four posts each",
    who: "anyone",
    input: withLang,
    output: z.array(PostCategory.extend({ posts: z.array(PostCard) })),
    example: { input: {} },
  }),
  post: call("GET /v0/blog/post/{id}", {
    summary: "A post by id or slug",
    who: "anyone",
    input: withLang.extend({ id: z.union([rowId, slug]) }),
    output: Post,
    errors: ["not_found"],
    example: { input: { id: 5001 } },
  }),
  postAddresses: call("GET /v1/client/post/addresses", {
    summary: "Addresses of published posts, for sitemaps",
    who: "anyone",
    input: z.object({ page }),
    output: listOf(SitemapEntry),
    envelope: "bare",
    example: { input: { page: 1 } },
  }),
  faq: call("GET /v1/client/faq", {
    summary: "Questions and answers by group",
    who: "anyone",
    input: withLang,
    output: z.array(FaqGroup),
    example: { input: {} },
  }),
  policies: call("GET /v1/client/policies", {
    summary: "Policies of the shop",
    who: "anyone",
    input: withLang,
    output: z.array(z.object({ code: z.string(), title: z.string(), summary: z.string(), route: z.string() })),
    example: { input: {} },
  }),
  policy: call("GET /v1/client/policies/{code}", {
    summary: "One policy by its code",
    who: "anyone",
    input: withLang.extend({ code: z.string().max(60).meta({ description: "`code` of `GET /v1/client/policies`" }) }),
    output: Policy,
    errors: ["not_found"],
    example: { input: { code: "giao-hang" } },
  }),
};
