/** What a page says of itself to search engines and to those it is shared with: one call per screen. */
import { defaultLocale, localeOfPath, locales, localeTags, localisedPath } from "contract/values/locale.ts";
import type { MetaDescriptor } from "react-router";

export type PageMeta = {
  /** Without the shop's name, unless it begins with it. */
  title: string;
  /** One or two sentences, 160 characters at most are used. */
  description: string;
  /** Canonical URL; the same page in the other languages follows from it. Null: not to be indexed. */
  path: string | null;
  /** URL of a picture of about 1200 px, below `/images/`. */
  image?: string;
  type?: "website" | "article" | "product";
  /** schema.org objects; `@context` is added. Relative URLs become absolute ones, those of pages in the page's language. */
  json_ld?: readonly Record<string, unknown>[] | false;
};

type Args = {
  location: { pathname: string };
  matches: readonly ({ loaderData?: unknown } | undefined)[];
};

const MAX_DESCRIPTION_LENGTH = 160;
const SHARED_PICTURE = "/preview.jpg";

/** `export const meta: Route.MetaFunction = (args) => pageMeta(args, { … })`. */
export function pageMeta(args: Args, page: PageMeta): MetaDescriptor[] {
  const { public_url, shop_name } = siteOf(args.matches);
  const title = !shop_name || page.title.startsWith(shop_name) ? page.title : `${page.title} – ${shop_name}`;
  const locale = localeOfPath(args.location.pathname).locale;
  const absolute = (address: string) => new URL(address, public_url).href;
  const own = (address: string) => absolute(localisedPath(address, locale));
  const { path } = page;
  const index: MetaDescriptor =
    path === null ? { name: "robots", content: "noindex" } : { tagName: "link", rel: "canonical", href: own(path) };
  // Only the visitor reads pages of client navigations: a title, and the URL to share.
  if (!import.meta.env.SSR) return [{ title }, index];
  const description = shorten(page.description);
  const about: MetaDescriptor[] = [{ title }, { name: "description", content: description }, index];
  if (path === null) return about;
  const alternates = locales.map((each) =>
    alternate(localeTags[each].slice(0, 2), absolute(localisedPath(path, each))),
  );
  return [
    ...about,
    ...alternates,
    alternate("x-default", absolute(localisedPath(path, defaultLocale))),
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: description },
    { property: "og:url", content: own(path) },
    { property: "og:image", content: absolute(page.image ?? SHARED_PICTURE) },
    { property: "og:locale", content: localeTags[locale].replace("-", "_") },
    ...(shop_name ? [{ property: "og:site_name", content: shop_name }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.json_ld || []).map((item) => ({
      "script:ld+json": { "@context": "https://schema.org", ...(whole(item, { own, absolute }) as object) },
    })),
  ];
}

function alternate(language: string, href: string): MetaDescriptor {
  return { tagName: "link", rel: "alternate", hrefLang: language, href };
}

type Site = { public_url: string; shop_name: string };

/** The root loader brings the origin, the layout's the shop's name. */
function siteOf(matches: Args["matches"]): Site {
  const site: Site = { public_url: "http://localhost", shop_name: "" };
  for (const match of matches) {
    const found = match?.loaderData as { public_url?: string; layout?: { name: string } } | undefined;
    if (found?.public_url) site.public_url = found.public_url;
    if (found?.layout) site.shop_name = found.layout.name;
  }
  return site;
}

/** The shop itself: home has all of it, articles name it as their publisher. */
export function shopLd({ matches }: Pick<Args, "matches">) {
  const { shop_name } = siteOf(matches);
  return { "@type": "Organization", "@id": "/#shop", name: shop_name, url: "/", logo: "/icon-512.png" };
}

/** `BreadcrumbList` of a page below home. */
export function breadcrumbs(trail: readonly { name: string; path: string }[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: path,
    })),
  };
}

type Absolute = (address: string) => string;
const ownAddresses = new Set(["url", "item", "urlTemplate", "mainEntityOfPage", "merchantReturnLink"]);
const sameEverywhere = new Set(["@id", "image", "logo"]);

function whole(value: unknown, to: { own: Absolute; absolute: Absolute }, name = ""): unknown {
  if (typeof value === "string" && value.startsWith("/")) {
    if (ownAddresses.has(name)) return withBraces(to.own(value));
    return sameEverywhere.has(name) ? to.absolute(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => whole(each, to, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each, to, key)]));
}

/** Keeps a template readable: `/tim-kiem?name={search_term_string}`. */
function withBraces(address: string): string {
  return address.replaceAll("%7B", "{").replaceAll("%7D", "}");
}

function shorten(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= MAX_DESCRIPTION_LENGTH) return plain;
  const space = plain.lastIndexOf(" ", MAX_DESCRIPTION_LENGTH - 1);
  // Japanese has no spaces to end at.
  return `${plain.slice(0, space > MAX_DESCRIPTION_LENGTH / 2 ? space : MAX_DESCRIPTION_LENGTH - 1)}…`;
}
