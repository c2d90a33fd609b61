/**
 * Pages made of blocks on the wire: the blocks in the reader's language with what they show, and the staff's calls that write,
 * preview, publish and end a page. Spec §2 /gioi-thieu-ve-mutosi, /landing-page, /pages; rules/pages
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { ProductCard } from "../catalogue/catalogue.ts";
import { PostCard } from "../content/content.ts";
import { Store } from "../stores/stores.ts";
import { integer, limit, locale, page, singleLine, slug } from "../values/fields.ts";
import { fixedPages, formKinds, leadFieldTypes, PageDocument, pageKinds, pageSlug, renderSources } from "./document.ts";

export const ShownPicture = z.object({
  /** Image id under `/images/`. */
  image: z.string(),
  /** On narrow screens; empty where it is the same. */
  image_narrow: z.string(),
  alt: z.string(),
});
export type ShownPicture = z.infer<typeof ShownPicture>;

const Button = z.object({ label: z.string(), link: z.string() });
const shared = { id: z.string(), title: z.string() };

const formField = z.object({
  name: z.string(),
  type: z.enum(leadFieldTypes),
  required: z.boolean(),
  label: z.string(),
  options: z.array(z.object({ code: z.string(), label: z.string() })),
});
export type ShownField = z.infer<typeof formField>;

export const ShownBlock = z.discriminatedUnion("type", [
  z.object({
    ...shared,
    type: z.literal("hero"),
    text: z.string(),
    picture: ShownPicture.nullable(),
    actions: z.array(Button.extend({ kind: z.enum(["call", "mail", "link", "anchor"]) })),
    figures: z.array(z.object({ value: z.int(), label: z.string() })),
  }),
  z.object({
    ...shared,
    type: z.literal("text_picture"),
    text: z.string(),
    picture: ShownPicture.nullable(),
    side: z.enum(["left", "right", "none"]),
    button: Button.nullable(),
  }),
  z.object({ ...shared, type: z.literal("product_row"), columns: z.int(), products: z.array(ProductCard) }),
  z.object({
    ...shared,
    type: z.literal("countdown"),
    /** RFC 3339. */
    ends_at: z.string(),
    running: z.boolean(),
    after: z.string(),
  }),
  z.object({
    ...shared,
    type: z.literal("tabs"),
    tabs: z.array(z.object({ id: z.string(), label: z.string(), text: z.string(), products: z.array(ProductCard) })),
  }),
  z.object({
    ...shared,
    type: z.literal("faq"),
    items: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  z.object({
    ...shared,
    type: z.literal("gallery"),
    items: z.array(z.object({ picture: ShownPicture, caption: z.string() })),
  }),
  z.object({ ...shared, type: z.literal("film"), src: z.string(), poster: ShownPicture, transcript: z.string() }),
  z.object({
    ...shared,
    type: z.literal("form"),
    form: z.enum(formKinds),
    /** Of a lead; the other forms have the fields of their call. */
    fields: z.array(formField),
    submit: z.string(),
    done: z.string(),
    consent: z.string(),
  }),
  z.object({
    ...shared,
    type: z.literal("map"),
    text: z.string(),
    stores: z.array(
      Store.pick({ id: true, name: true, address: true, phone: true, hours: true, lat: true, lng: true }),
    ),
    button: Button.nullable(),
  }),
  z.object({
    ...shared,
    type: z.literal("code"),
    /** What the shop itself made the rows of: their columns have no names here. */
    source: z.enum(renderSources).nullable(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    list: z.array(z.string()),
    /** Below a table, what holds for all of it. */
    note: z.string(),
  }),
]);
export type ShownBlock = z.infer<typeof ShownBlock>;
export type ShownBlockOf<T extends ShownBlock["type"]> = Extract<ShownBlock, { type: T }>;

export const ShownPage = z.object({
  key: z.string(),
  kind: z.enum(pageKinds),
  /** Empty of a fixed page. */
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Of all texts: other than asked for where one of them has no translation. */
  lang: locale,
  /** Languages in which every text exists. */
  languages: z.array(locale),
  /** The moment from which the page says something else, RFC 3339; null where it does not change by itself. */
  until: z.string().nullable(),
  blocks: z.array(ShownBlock),
});
export type ShownPage = z.infer<typeof ShownPage>;

export const PageCard = z.object({
  kind: z.enum(["landing", "builder"]),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  lang: locale,
  picture: ShownPicture.nullable(),
});
export type PageCard = z.infer<typeof PageCard>;

const withLang = z.object({ lang: locale.optional() });
const campaignKind = z.enum(["landing", "builder"]);

export const pageStates = ["draft", "scheduled", "live", "ended"] as const;
export type PageState = (typeof pageStates)[number];

const key = z
  .string()
  .min(3)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const version = integer(1, 2_147_483_647);
const moment = z.iso.datetime({ offset: true });

export const PageSummary = z.object({
  key: z.string(),
  kind: z.enum(pageKinds),
  slug: z.string(),
  title: z.string(),
  state: z.enum(pageStates),
  draft_version: z.int(),
  published_version: z.int().nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  ends_to: z.string(),
  changed_at: z.string(),
});
export type PageSummary = z.infer<typeof PageSummary>;

const write = { staff: "content:write" } as const;
const publish = { staff: "content:publish" } as const;

export const pages = {
  list: call("GET /v1/client/pages", {
    summary: "Landing pages or builder pages that are live, newest first",
    who: "anyone",
    input: withLang.extend({ kind: campaignKind, page, limit }),
    output: listOf(PageCard).extend({
      /** The next start or end of a page of this kind, RFC 3339. */
      until: z.string().nullable(),
    }),
    envelope: "bare",
    example: { input: { kind: "builder" } },
  }),
  fixed: call("GET /v1/client/pages/{key}", {
    summary: "A fixed page with its blocks",
    who: "anyone",
    input: withLang.extend({ key: z.enum(fixedPages) }),
    output: ShownPage,
    errors: ["not_found"],
    example: { input: { key: "about" } },
  }),
  find: call("GET /v1/client/pages/{kind}/{slug}", {
    summary: "A landing page or builder page with its blocks, by slug or a slug it had before",
    who: "anyone",
    input: withLang.extend({ kind: campaignKind, slug }),
    output: ShownPage,
    errors: ["not_found", "page_ended"],
    example: { input: { kind: "builder", slug: "bep-nho-4-m2" } },
  }),
  ended: call("GET /v1/client/ended-pages/{kind}/{slug}", {
    summary: "What a page that has ended was, and what follows it",
    who: "anyone",
    input: withLang.extend({ kind: campaignKind, slug }),
    output: z.object({
      title: z.string(),
      lang: locale,
      /** RFC 3339. */
      ended_at: z.string(),
      /** A path of the shop, or empty. */
      ends_to: z.string(),
    }),
    errors: ["not_found"],
    example: { input: { kind: "landing", slug: "khuyen-mai-da-qua" } },
  }),
  tag: call("GET /v1/client/tags/{tag}", {
    summary: "What bears a tag: products, and on the first page the newest articles",
    who: "anyone",
    input: withLang.extend({ tag: slug, page }),
    output: z.object({
      tag: z.string(),
      label: z.string(),
      products: listOf(ProductCard),
      posts: z.array(PostCard),
    }),
    errors: ["not_found"],
    example: { input: { tag: "may-loc-nuoc" } },
  }),
  preview: call("GET /v1/client/page-previews/{token}", {
    summary: "One version of a page as it would look, by the token of a preview",
    who: "anyone",
    input: withLang.extend({ token: z.string().max(600) }),
    output: ShownPage,
    errors: ["not_found"],
    example: { input: { token: "khong-co" } },
  }),
};

export const pagesDesk = {
  staffList: call("GET /v1/staff/pages", {
    summary: "All pages with their states",
    who: write,
    input: z.object({ state: z.enum(pageStates).optional(), page, limit }),
    output: listOf(PageSummary),
    envelope: "bare",
    example: { input: {} },
  }),
  staffPage: call("GET /v1/staff/pages/{key}", {
    summary: "A page with the document of its newest version",
    who: write,
    input: z.object({ key }),
    /** The document as `saveDraft` takes it. */
    output: PageSummary.extend({ document: z.record(z.string(), z.unknown()) }),
    errors: ["not_found"],
    example: { input: { key: "about" } },
  }),
  remove: call("DELETE /v1/staff/pages/{key}", {
    summary: "Deletes a page that was never published",
    who: write,
    input: z.object({ key }),
    output: z.object({ removed: z.literal(true) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { key: "khong-co-trang-nay" } },
  }),
  saveDraft: call("PUT /v1/staff/pages/{key}/draft", {
    summary: "Saves a new version of a page, or a new page",
    details: "`base_version` is the version that was edited, 0 for a new page. Another's newer version answers 409.",
    who: write,
    input: z.object({
      key,
      base_version: integer(0, 2_147_483_647),
      kind: z.enum(pageKinds).optional(),
      slug: pageSlug.optional(),
      page: PageDocument,
    }),
    output: z.object({ version: z.int() }),
    errors: ["not_found", "conflict"],
    example: {
      input: {
        key: "quat-mua-he",
        base_version: 0,
        kind: "builder",
        slug: "quat-mua-he",
        page: {
          title: { vi: "Quạt mùa hè" },
          description: { vi: "Chọn quạt theo phòng." },
          blocks: [{ id: "hero", type: "hero", title: { vi: "Quạt mùa hè" }, text: { vi: "Chọn quạt theo phòng." } }],
        },
      },
    },
  }),
  makePreview: call("POST /v1/staff/pages/{key}/preview", {
    summary: "Links that show one version for a day",
    who: write,
    input: z.object({ key, version }),
    output: z.object({ vi: z.string(), en: z.string(), ja: z.string(), expires_at: z.string() }),
    errors: ["not_found"],
    example: { input: { key: "about", version: 1 } },
  }),
  publish: call("POST /v1/staff/pages/{key}/publish", {
    summary: "Publishes a version, now or in a window",
    details:
      "What stands in the way is refused with the id of its block as field. `warnings` name what is missing in other languages and products that are not sold. Fixed pages have no window.",
    who: publish,
    input: z.object({
      key,
      version,
      starts_at: moment.optional(),
      ends_at: moment.optional(),
      /** Where visitors are led after the end. */
      ends_to: z
        .string()
        .max(300)
        .regex(/^\/(?![/\\])\S*$/)
        .optional(),
    }),
    output: z.object({
      state: z.enum(pageStates),
      warnings: z.array(z.object({ block: z.string(), text: z.string() })),
    }),
    errors: ["not_found", "state_conflict"],
    example: { input: { key: "about", version: 1 } },
  }),
  unpublish: call("POST /v1/staff/pages/{key}/unpublish", {
    summary: "Takes a page back into a draft",
    who: publish,
    input: z.object({ key, reason: singleLine(200) }),
    output: z.object({ state: z.enum(pageStates) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { key: "builder-water", reason: "Sai ảnh" } },
  }),
  end: call("POST /v1/staff/pages/{key}/end", {
    summary: "Ends a live page now",
    who: publish,
    input: z.object({ key, reason: singleLine(200) }),
    output: z.object({ state: z.enum(pageStates) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { key: "builder-small-kitchen", reason: "Hết chương trình" } },
  }),
  versions: call("GET /v1/staff/pages/{key}/versions", {
    summary: "The versions of a page, newest first",
    who: write,
    input: z.object({ key }),
    output: z.array(
      z.object({
        version: z.int(),
        title: z.string(),
        saved_at: z.string(),
        saved_by: z.string(),
        is_published: z.boolean(),
      }),
    ),
    errors: ["not_found"],
    example: { input: { key: "about" } },
  }),
  restore: call("POST /v1/staff/pages/{key}/restore", {
    summary: "Makes a new version of an old one",
    who: write,
    input: z.object({ key, version }),
    output: z.object({ version: z.int() }),
    errors: ["not_found"],
    example: { input: { key: "about", version: 1 } },
  }),
};
