import type { Shop } from "contract/contract.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { ownWords } from "messages/language.ts";
import { llmsWords } from "messages/llms.ts";
import { messagesOf } from "messages/messages.ts";
import { propertyWords } from "messages/properties.ts";
import { cachePage, requestContext, shopOf } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/llms";

/** The shop in a few lines for language models: https://llmstxt.org. One file; the languages follow each other. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { public_url } = context.get(requestContext);
  const { name } = await shop.content.chrome({});
  const parts = await Promise.all(locales.map((locale) => part(shop, locale, public_url)));
  cachePage(context, { tags: ["catalogue", "policies"] });
  for (const kind of ["landing", "builder"] as const)
    cachePage(context, { tags: ["pages"], until: (await shop.pages.list({ kind })).until });
  const about = parts.map((each) => `> ${each.about}`).join("\n>\n");
  const text = [`# ${name}`, about, ...parts.map(({ facts }) => facts), ...parts.flatMap(({ links }) => links)];
  return new Response(`${text.join("\n\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
}

async function part(shop: Shop, locale: Locale, public_url: string) {
  const words = llmsWords[locale];
  const [layout, methods, links] = await Promise.all([
    shop.content.chrome({ lang: locale }),
    shop.payments.methods({ lang: locale }),
    linksOf(shop, locale, public_url),
  ]);
  const { name, tagline, legal_name, address, hotline, email } = layout;
  const { comma } = propertyWords(locale);
  const facts = [
    ...words.facts({
      methods: methods.map((method) => method.name).join(comma),
      languages: locales.map((each) => ownWords[each].name).join(comma),
    }),
    words.seller({ legal_name, address }),
    words.contact({ phone: hotline.display, hours: hotline.hours, email }),
  ];
  return {
    about: words.about({ name, tagline }),
    facts: [`${ownWords[locale].name}:`, "", ...facts.map((fact) => `- ${fact}`)].join("\n"),
    links,
  };
}

async function linksOf(shop: Shop, locale: Locale, public_url: string): Promise<string[]> {
  const words = llmsWords[locale];
  const { common, content, orders, cart, pages, stores } = messagesOf(locale);
  const paths = pathsIn(locale);
  const [tree, policies, ...live] = await Promise.all([
    shop.catalogue.categoryTree({ lang: locale }),
    shop.content.policies({ lang: locale }),
    shop.pages.list({ kind: "landing", limit: 100, lang: locale }),
    shop.pages.list({ kind: "builder", limit: 100, lang: locale }),
  ]);
  const at = (path: string, title: string, text = "") => `- [${title}](${public_url}${path})${text && `: ${text}`}`;
  const section = (title: string, ...links: string[]) => [`## ${title}`, "", ...links].join("\n");
  const { comma } = propertyWords(locale);
  const names = (group: (typeof tree)[number]) => group.children.map((child) => child.name).join(comma);
  return [
    section(
      words.shopping,
      at(paths.products(), common.all_categories),
      at(paths.search(), common.search, words.search_text),
      at(paths.cart(), cart.title, words.cart_text),
      at(paths.orderLookup(), orders.lookup_title, words.lookup_text),
      at(paths.stores(), stores.title),
      at(paths.news(), content.news_title, content.news_text),
      at(paths.faq(), content.faq_title, content.faq_text),
    ),
    section(
      pages.builder_title,
      ...live.flatMap(({ data }) =>
        data.map(({ kind, slug, title, description }) =>
          at(kind === "landing" ? paths.landingPage(slug) : paths.builderPage(slug), title, description),
        ),
      ),
    ),
    section(words.groups, ...tree.map((group) => at(paths.category(group.slug), group.name, names(group)))),
    section(
      content.policies_title,
      ...policies.map(({ route, title, summary }) => at(paths.link(route), title, summary)),
    ),
    section(
      words.developers,
      at(paths.api("openapi.json"), words.openapi, words.openapi_text),
      at(paths.api("docs/api"), words.docs, words.docs_text),
      at(paths.sitemap(), "sitemap.xml", words.sitemap_text),
    ),
  ];
}
