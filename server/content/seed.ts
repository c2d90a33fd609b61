/**
 * Words of the demo shop: menus, posts, questions, policies. An entry whose `needs` are not built is left out, and so is
 * whatever would be empty without it.
 */
import { type Locale, locales } from "contract/values/locale.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

type Words = Record<Locale, string>;
type Needing = { needs: string[] };
type IsBuilt = (entry: Needing) => boolean;

type LinkEntry = Needing & { label: Words; link: string; category?: string };
type ItemEntry = Needing & {
  id?: string;
  sku?: string;
  scene?: string;
  image?: { alt: Words };
  headline?: Words;
  title?: Words;
  label?: Words;
  text?: Words;
  button?: Words;
  link?: string;
  icon?: string;
  illustration?: string;
  months?: number[] | null;
  count?: { types?: string[] | null; distinct?: string };
  children?: LinkEntry[];
  featured_skus?: string[];
};
type MenuEntry = {
  title?: Words;
  text?: Words;
  note?: Words;
  link?: string;
  link_needs?: string[];
  items: ItemEntry[];
};
type MenuFile = {
  menus: Record<string, MenuEntry>;
  header: LinkEntry[];
  footer: (Needing & { id: string; title: Words; items: LinkEntry[] })[];
};
type PostFile = {
  categories: { slug: string; order: number; name: Words }[];
  posts: (Needing & {
    id: number;
    slug: string;
    category_slug: string;
    title: Words;
    short_description: Words;
    img_alt: Words;
    body_vi: string;
    body_en?: string;
    body_ja?: string;
    reading_minutes: number;
    author: string;
    tags: string[];
    related_categories: string[];
    scene: string;
    published_at: string;
  })[];
};
type FaqFile = {
  categories: { slug: string; order: number; name: Words }[];
  items: (Needing & { id: number; category: string; order: number; question: Words; answer: Words })[];
};
type PolicyFile = Needing & {
  code: string;
  route: string;
  version: string;
  effective_from: string;
  title: Words;
  summary: Words;
  sections: (Needing & { id: string; heading: Words; body: Words })[];
};

/** In the order in which they are listed. */
const policyFiles = ["terms", "delivery", "payment", "return", "warranty", "privacy", "complaints"] as const;

export async function seedContent(sql: Sql, { builtFeatures }: SeedContext): Promise<void> {
  const isBuilt: IsBuilt = (entry) => entry.needs.every((need) => builtFeatures.has(need));
  await seedMenus(sql, isBuilt);
  await seedPosts(sql, isBuilt);
  await seedFaq(sql, isBuilt);
  for (const [position, name] of policyFiles.entries()) {
    const policy = read<PolicyFile>(`policies/${name}.json`);
    if (isBuilt(policy)) await seedPolicy(sql, isBuilt, policy, position);
  }
}

function read<T>(name: string): T {
  return demoData<T>(`content/${name}`);
}

async function seedMenus(sql: Sql, isBuilt: IsBuilt): Promise<void> {
  const { menus, header, footer } = read<MenuFile>("menus.json");
  const linkItem = ({ label, ...link }: LinkEntry): ItemEntry => ({ ...link, id: link.category ?? link.link, label });
  const all: Record<string, MenuEntry> = {
    ...menus,
    HEADER: { items: header.map(linkItem) },
    FOOTER: { items: footer.map((column) => ({ ...column, children: column.items })) },
  };
  for (const [key, menu] of Object.entries(all)) {
    const hasLink = menu.link && isBuilt({ needs: menu.link_needs ?? [] });
    await sql
      .insertInto("content.menus")
      .values({ key, link: hasLink ? (menu.link ?? "") : "" })
      .execute();
    const texts = locales.map((locale) => ({
      menu_key: key,
      locale,
      title: menu.title?.[locale] ?? "",
      text: (menu.text ?? menu.note)?.[locale] ?? "",
    }));
    await sql.insertInto("content.menu_texts").values(texts).execute();
    const items = menu.items.filter(isBuilt).map((item) => ({ ...item, children: item.children?.filter(isBuilt) }));
    const shown = items.filter((item) => item.children === undefined || item.children.length > 0);
    const parents = await seedMenuItems(sql, key, null, shown);
    for (const [index, { children = [] }] of shown.entries()) {
      if (children.length > 0) await seedMenuItems(sql, key, parents[index] ?? null, children.map(linkItem));
    }
  }
}

/** Answers their ids, in the same order. */
async function seedMenuItems(
  sql: Sql,
  menu_key: string,
  parent_id: number | null,
  items: readonly ItemEntry[],
): Promise<number[]> {
  const rows = items.map((item, position) => ({
    menu_key,
    parent_id,
    position,
    code: item.id ?? item.sku ?? "",
    link: item.link ?? "",
    icon: item.icon ?? "",
    scene: item.scene ?? "",
    illustration: item.illustration ?? "",
    months: item.months ?? null,
    counts: item.count ? (item.count.distinct ? "provinces" : "stores") : null,
    store_types: item.count?.types ?? null,
    product_codes: item.sku ? [item.sku] : (item.featured_skus ?? []),
  }));
  const made = await sql.insertInto("content.menu_items").values(rows).returning(["id", "code"]).execute();
  const idOf = new Map(made.map(({ id, code }) => [code, id]));
  const ids = rows.map(({ code }) => idOf.get(code) ?? 0);
  const texts = items.flatMap((item, index) =>
    locales.map((locale) => ({
      item_id: ids[index] ?? 0,
      locale,
      title: (item.headline ?? item.title ?? item.label)?.[locale] ?? "",
      text: item.text?.[locale] ?? "",
      button: item.button?.[locale] ?? "",
      image_alt: item.image?.alt[locale] ?? "",
    })),
  );
  await sql.insertInto("content.menu_item_texts").values(texts).execute();
  return ids;
}

async function seedPosts(sql: Sql, isBuilt: IsBuilt): Promise<void> {
  const file = read<PostFile>("posts.json");
  const posts = file.posts.filter(isBuilt);
  const categories = file.categories.map(({ slug, order, name }, index) => ({ id: index + 1, slug, order, name }));
  const idOf = new Map(categories.map(({ id, slug }) => [slug, id]));
  await sql
    .insertInto("content.post_categories")
    .values(categories.map(({ id, slug, order }) => ({ id, slug, position: order })))
    .execute();
  await sql
    .insertInto("content.post_category_texts")
    .values(
      categories.flatMap(({ id, name }) =>
        perLocale(name, (locale) => ({ category_id: id, locale, name: name[locale] })),
      ),
    )
    .execute();
  await sql
    .insertInto("content.posts")
    .values(
      posts.map(({ id, slug, category_slug, author, scene, reading_minutes, published_at }) => ({
        id,
        slug,
        category_id: idOf.get(category_slug) ?? 0,
        author,
        scene,
        reading_minutes,
        published_at,
        updated_at: published_at,
      })),
    )
    .execute();
  const texts = posts.flatMap((post) =>
    perLocale(post.title, (locale) => ({
      post_id: post.id,
      locale,
      title: post.title[locale],
      short_description: post.short_description[locale],
      img_alt: post.img_alt[locale],
      body: post[`body_${locale}`] ?? null,
    })),
  );
  await sql.insertInto("content.post_texts").values(texts).execute();
  const used = new Set(posts.flatMap((post) => post.tags));
  const tags = read<{ slug: string; label: Words }[]>("tags.json").filter(({ slug }) => used.has(slug));
  await sql
    .insertInto("content.tags")
    .values(tags.map(({ slug, label }) => ({ slug, label: JSON.stringify(label) })))
    .execute();
  await sql
    .insertInto("content.post_tags")
    .values(posts.flatMap(({ id, tags }) => tags.map((tag_slug, position) => ({ post_id: id, tag_slug, position }))))
    .execute();
  const topics = posts.flatMap(({ id, related_categories }) =>
    related_categories.map((category_slug, position) => ({ post_id: id, category_slug, position })),
  );
  await sql.insertInto("content.post_topics").values(topics).execute();
}

async function seedFaq(sql: Sql, isBuilt: IsBuilt): Promise<void> {
  const file = read<FaqFile>("faq.json");
  const items = file.items.filter(isBuilt);
  const groups = file.categories.filter(({ slug }) => items.some((item) => item.category === slug));
  await sql
    .insertInto("content.faq_groups")
    .values(groups.map(({ slug, order }) => ({ slug, position: order })))
    .execute();
  await sql
    .insertInto("content.faq_group_texts")
    .values(
      groups.flatMap(({ slug, name }) =>
        perLocale(name, (locale) => ({ group_slug: slug, locale, name: name[locale] })),
      ),
    )
    .execute();
  await sql
    .insertInto("content.faq_items")
    .values(items.map(({ id, category, order }) => ({ id, group_slug: category, position: order })))
    .execute();
  const texts = items.flatMap(({ id, question, answer }) =>
    perLocale(question, (locale) => ({ item_id: id, locale, question: question[locale], answer: answer[locale] })),
  );
  await sql.insertInto("content.faq_item_texts").values(texts).execute();
}

async function seedPolicy(sql: Sql, isBuilt: IsBuilt, policy: PolicyFile, position: number): Promise<void> {
  const { code, route, version, effective_from, title, summary } = policy;
  await sql.insertInto("content.policies").values({ code, route, version, effective_from, position }).execute();
  await sql
    .insertInto("content.policy_texts")
    .values(
      perLocale(title, (locale) => ({ policy_code: code, locale, title: title[locale], summary: summary[locale] })),
    )
    .execute();
  const sections = policy.sections.filter(isBuilt);
  await sql
    .insertInto("content.policy_sections")
    .values(sections.map(({ id }, place) => ({ policy_code: code, code: id, position: place })))
    .execute();
  const texts = sections.flatMap(({ id, heading, body }) =>
    perLocale(heading, (locale) => ({
      policy_code: code,
      section_code: id,
      locale,
      heading: heading[locale],
      body: body[locale],
    })),
  );
  await sql.insertInto("content.policy_section_texts").values(texts).execute();
}

/** A row for each language that has words. */
function perLocale<T>(words: Words, row: (locale: Locale) => T): T[] {
  return locales.filter((locale) => words[locale]).map(row);
}
