/**
 * Questions and policies: read whole in one statement each, cached in the process (tag `policies`), their placeholders
 * filled when they are read. Spec §2 /faq, /thong-tin/{code}; rules/content#placeholders
 */
import type { FaqGroup, Policy } from "contract/content/content.ts";
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { filler } from "./placeholders.ts";

type Texts<T> = Partial<Record<Locale, T>>;
type StoredGroup = {
  slug: string;
  names: Texts<string>;
  items: { id: number; texts: Texts<{ question: string; answer: string }> }[];
};
type StoredPolicy = Omit<Policy, "title" | "summary" | "sections"> & {
  texts: Texts<{ title: string; summary: string }>;
  sections: { code: string; texts: Texts<{ heading: string; body: string }> }[];
};

/** Vietnamese is always there: the seeder and the editor write it first. */
function say<T>(texts: Texts<T>, locale: Locale): T {
  const text = texts[locale] ?? texts.vi;
  if (text === undefined) throw new Error("a text without its Vietnamese");
  return text;
}

const storedFaq = memo("policies", async (ctx) => {
  const { rows } = await sql<StoredGroup>`
    select g.slug,
      (select jsonb_object_agg(n.locale, n.name) from content.faq_group_texts n where n.group_slug = g.slug) as names,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'texts',
          (select jsonb_object_agg(t.locale, to_jsonb(t)) from content.faq_item_texts t where t.item_id = i.id))
          order by i.position, i.id), '[]')
        from content.faq_items i where i.group_slug = g.slug) as items
    from content.faq_groups g order by g.position`.execute(ctx.sql);
  return rows;
});

export async function faq(ctx: Ctx): Promise<FaqGroup[]> {
  const [groups, fill] = await Promise.all([storedFaq(ctx), filler(ctx)]);
  return groups.map(({ slug, names, items }) => ({
    slug,
    name: say(names, ctx.locale),
    items: items.map(({ id, texts }) => {
      const { question, answer } = say(texts, ctx.locale);
      return { id, question: fill(question), answer: fill(answer) };
    }),
  }));
}

const storedPolicies = memo("policies", async (ctx) => {
  const { rows } = await sql<StoredPolicy>`
    select p.code, p.route, p.version, p.effective_from::text as effective_from,
      (select jsonb_object_agg(t.locale, to_jsonb(t)) from content.policy_texts t where t.policy_code = p.code) as texts,
      (select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'texts',
          (select jsonb_object_agg(t.locale, to_jsonb(t)) from content.policy_section_texts t
            where t.policy_code = s.policy_code and t.section_code = s.code)) order by s.position), '[]')
        from content.policy_sections s where s.policy_code = p.code) as sections
    from content.policies p order by p.position`.execute(ctx.sql);
  return rows;
});

export async function policies(ctx: Ctx): Promise<Pick<Policy, "code" | "title" | "summary" | "route">[]> {
  const [stored, fill] = await Promise.all([storedPolicies(ctx), filler(ctx)]);
  return stored.map(({ code, route, texts }) => {
    const { title, summary } = say(texts, ctx.locale);
    return { code, route, title: fill(title), summary: fill(summary) };
  });
}

/** Throws not_found. */
export async function policy(ctx: Ctx, code: string): Promise<Policy> {
  const [stored, fill] = await Promise.all([storedPolicies(ctx), filler(ctx)]);
  const found = stored.find((each) => each.code === code);
  if (!found) throw new ShopError("not_found");
  const { title, summary } = say(found.texts, ctx.locale);
  return {
    code,
    route: found.route,
    version: found.version,
    effective_from: found.effective_from,
    title: fill(title),
    summary: fill(summary),
    sections: found.sections.map(({ code, texts }) => {
      const { heading, body } = say(texts, ctx.locale);
      return { id: code, heading: fill(heading), body: fill(body) };
    }),
  };
}
