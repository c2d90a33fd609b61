/**
 * The document of a page: a closed list of blocks, checked when it is saved, published, imported and read. Texts are plain
 * or the Markdown subset of articles; there is no field for HTML. rules/pages#blocks
 */
import { z } from "zod";
import { reservedPageSlugs } from "./reserved.ts";

export const pageKinds = ["fixed", "landing", "builder"] as const;
export type PageKind = (typeof pageKinds)[number];

/** The fixed pages; each has an address of its own. */
export const fixedPages = ["about", "contact", "cooperation", "household"] as const;
export type FixedPage = (typeof fixedPages)[number];

const MAX_BLOCKS = 40;
/** Bytes of JSON. */
export const MAX_DOCUMENT_BYTES = 200_000;

const words = (maximum: number) => {
  const text = z.string().max(maximum);
  return z.strictObject({ vi: text.min(1), en: text.optional(), ja: text.optional() });
};
export type Words = { vi: string; en?: string | undefined; ja?: string | undefined };

/** `[a-z0-9]` in parts, 3 to 60 characters, not digits only, and no word the addresses of the shop use. */
export const pageSlug = z
  .string()
  .min(3)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .refine((slug) => !/^\d+$/.test(slug) && !reservedPageSlugs.has(slug));

const id = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
/** Parts of the shop that must exist, else the block is left out. */
const needs = z
  .array(z.string().regex(/^[a-z]{3,30}$/))
  .max(5)
  .default([]);

const ownPath = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s<>"'\\]*$/);
const link = z.union([
  ownPath,
  z.url({ protocol: /^https$/ }).max(500),
  z.string().regex(/^(tel:\+?\d{3,15}|mailto:\S+@\S+)$/),
]);

const art = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+(\.svg)?$/);
/** A drawing of the shop, or a picture it was given. Either it has a description or it only decorates. */
const picture = z
  .strictObject({
    art: art.optional(),
    art_mobile: art.optional(),
    media: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
    alt: words(160).optional(),
    decorative: z.literal(true).optional(),
  })
  .refine(({ art, media }) => (art === undefined) !== (media === undefined))
  .refine(({ alt, decorative }) => (alt === undefined) !== (decorative === undefined));
export type DocumentPicture = z.output<typeof picture>;

const base = { id, needs };
const titled = { ...base, title: words(120) };

export const figureSources = ["stores", "provinces", "products", "warehouses"] as const;

const hero = z.strictObject({
  ...titled,
  type: z.literal("hero"),
  text: words(300),
  picture: picture.optional(),
  actions: z
    .array(
      z.strictObject({
        kind: z.enum(["call", "mail", "chat", "link", "anchor"]),
        label: words(40),
        value: z.string().max(300),
        needs,
      }),
    )
    .max(3)
    .default([]),
  /** The number is counted by the shop; `value` is only what its writer counted. */
  figures: z
    .array(
      z.strictObject({ source: z.enum(figureSources), label: words(60), value: z.int().min(0).max(1e9).optional() }),
    )
    .max(4)
    .default([]),
});

const button = z.strictObject({ label: words(40), link });

const textPicture = z.strictObject({
  ...titled,
  type: z.literal("text_picture"),
  text: words(3_000),
  picture: picture.optional(),
  side: z.enum(["left", "right", "none"]).default("none"),
  button: button.optional(),
});

export const rowSorts = ["popularity", "newest", "price_asc", "price_desc"] as const;
export type RowSort = (typeof rowSorts)[number];
const MAX_ROW = 12;
const sku = z
  .string()
  .max(60)
  .regex(/^[A-Z0-9][A-Za-z0-9._-]*$/);
const sorted = { sort: z.enum(rowSorts).default("popularity"), limit: z.int().min(1).max(MAX_ROW).default(8) };
/** đồng; `min_price` is included, `max_price` is not. */
const priced = {
  min_price: z.int().min(0).max(1e12).optional(),
  max_price: z.int().min(1).max(1e12).optional(),
};
const name = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const rule = z.discriminatedUnion("rule", [
  z.strictObject({ rule: z.literal("skus"), skus: z.array(sku).min(1).max(MAX_ROW), ...priced }),
  z.strictObject({ rule: z.literal("category"), category: name, ...sorted, ...priced }),
  z.strictObject({ rule: z.literal("tag"), tag: name, ...sorted, ...priced }),
  z.strictObject({ rule: z.literal("newest"), limit: sorted.limit, ...priced }),
  z.strictObject({ rule: z.literal("program"), program: name, ...sorted, ...priced }),
  z.strictObject({ rule: z.literal("flash"), limit: sorted.limit, ...priced }),
]);
export type RowRule = z.output<typeof rule>;

const productRow = z.strictObject({
  ...titled,
  type: z.literal("product_row"),
  columns: z.int().min(2).max(4).default(4),
  rule,
});

const countdown = z
  .strictObject({
    ...titled,
    type: z.literal("countdown"),
    program: name.optional(),
    ends: z.iso.datetime({ offset: true }).optional(),
    after: words(300).optional(),
  })
  .refine(({ program, ends }) => (program === undefined) !== (ends === undefined));

const tabs = z.strictObject({
  ...titled,
  type: z.literal("tabs"),
  tabs: z
    .array(z.strictObject({ id, label: words(40), text: words(1_500), skus: z.array(sku).max(4).default([]), needs }))
    .min(2)
    .max(8),
});

const faq = z
  .strictObject({
    ...titled,
    type: z.literal("faq"),
    faq_ids: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(12).optional(),
    items: z
      .array(z.strictObject({ question: words(200), answer: words(3_000) }))
      .min(1)
      .max(12)
      .optional(),
  })
  .refine(({ faq_ids, items }) => (faq_ids === undefined) !== (items === undefined));

const gallery = z.strictObject({
  ...titled,
  type: z.literal("gallery"),
  items: z
    .array(z.strictObject({ picture, caption: words(200) }))
    .min(2)
    .max(12),
});

const film = z.strictObject({
  ...titled,
  type: z.literal("film"),
  /** A film elsewhere, which is linked and never framed. Empty: the block is left out. */
  src: z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)]),
  poster: picture,
  transcript: words(3_000),
});

export const leadFieldTypes = ["person_name", "phone", "email", "choice", "text", "number", "files"] as const;
const fieldName = z
  .string()
  .max(30)
  .regex(/^[a-z][a-z0-9_]*$/);
const leadField = z.strictObject({
  name: fieldName,
  type: z.enum(leadFieldTypes),
  required: z.boolean(),
  label: words(80),
  options: z
    .array(
      z.strictObject({
        code: z
          .string()
          .max(30)
          .regex(/^[a-z0-9_]+$/),
        label: words(80),
      }),
    )
    .min(2)
    .max(12)
    .optional(),
  max_files: z.int().min(1).max(4).optional(),
  max_mb: z.int().min(1).max(10).optional(),
});
export type LeadField = z.output<typeof leadField>;

export const formKinds = ["contact", "lead", "partner", "service_booking"] as const;
export type FormKind = (typeof formKinds)[number];
const form = z
  .strictObject({
    ...titled,
    type: z.literal("form"),
    form: z.enum(formKinds),
    /** Of a lead: what it is about, and its fields. The other forms have the fields of their call. */
    lead: z
      .string()
      .max(40)
      .regex(/^[a-z][a-z0-9_]*$/)
      .optional(),
    fields: z.array(leadField).min(1).max(8).optional(),
    submit: words(40),
    done: words(300),
    consent: words(200),
    code_prefix: z.string().regex(/^[A-Z]{2}$/),
  })
  .refine(({ form, lead, fields }) => (form === "lead") === (lead !== undefined && fields !== undefined));

const map = z.strictObject({
  ...titled,
  type: z.literal("map"),
  text: words(300).optional(),
  stores: z.discriminatedUnion("rule", [
    z.strictObject({
      rule: z.literal("types"),
      types: z
        .array(z.enum(["flagship", "store", "agent", "hub", "service"]))
        .min(1)
        .max(5),
    }),
    z.strictObject({ rule: z.literal("province"), province_code: z.string().regex(/^\d{2}$/) }),
    z.strictObject({ rule: z.literal("codes"), codes: z.array(z.string().max(20)).min(1).max(10) }),
    z.strictObject({ rule: z.literal("office") }),
  ]),
  button: button.optional(),
});

export const renderSources = ["service.price_list", "shipping.fees", "membership.ranks"] as const;
const cell = words(200);
const code = z
  .strictObject({
    ...titled,
    type: z.literal("code"),
    table: z
      .strictObject({ columns: z.array(cell).min(2).max(6), rows: z.array(z.array(cell).min(2).max(6)).min(1).max(40) })
      .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length))
      .optional(),
    list: z.array(cell).min(1).max(40).optional(),
    render: z.strictObject({ source: z.enum(renderSources) }).optional(),
  })
  .refine(({ table, list, render }) => [table, list, render].filter((each) => each !== undefined).length === 1);

export const Block = z.discriminatedUnion("type", [
  hero,
  textPicture,
  productRow,
  countdown,
  tabs,
  faq,
  gallery,
  film,
  form,
  map,
  code,
]);
export type Block = z.output<typeof Block>;
export type BlockOf<T extends Block["type"]> = Extract<Block, { type: T }>;

/** Names of the fields of the shop's own forms. */
const formFields: ReadonlySet<string> = new Set(
  "topic phone email message safety consent captcha code contact reply".split(" "),
);

export const PageDocument = z.strictObject({
  title: words(120),
  description: words(300),
  needs,
  /** The programme whose last day `[[program_ends]]` names. */
  program: name.optional(),
  blocks: z
    .array(Block)
    .min(1)
    .max(MAX_BLOCKS)
    .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length)
    // A field's id is its name, and an id stands once in a page.
    .refine((blocks) => blocks.every(({ id }) => !formFields.has(id))),
});
export type PageDocument = z.output<typeof PageDocument>;
