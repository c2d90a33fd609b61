/**
 * The site's menus: read whole in two statements, cached in the process (`MENU_TAGS`), in the caller's language.
 * What cannot lead anywhere is not shown: an entry without link, children or product. A banner shows in its months only,
 * counted on the shop's clock. Spec §7 site-menus; db/data/content/menus.json
 */
import type { MenuItem, MenuProduct, SiteMenu, SiteMenuKey } from "contract/content/content.ts";
import { bannerImageId, kindImageId, pictureImageId } from "contract/values/images.ts";
import { businessDay, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { setting } from "../platform/settings.ts";
import { filler } from "./placeholders.ts";

type Texts<T> = Partial<Record<Locale, T>>;
type ItemTexts = { title: string; text: string; button: string; image_alt: string };
type StoredItem = {
  id: number;
  parent_id: number | null;
  code: string;
  link: string;
  icon: string;
  scene: string;
  illustration: string;
  months: number[] | null;
  product_codes: string[];
  count: number | null;
  texts: Texts<ItemTexts>;
};
type StoredMenu = { key: string; link: string; texts: Texts<{ title: string; text: string }>; items: StoredItem[] };
type StoredProduct = Omit<MenuProduct, "name" | "lang" | "image"> & {
  art_kind: string;
  art_body: string;
  picture: string | null;
  names: Texts<string>;
};

/** What changes a menu: itself, the products it names, and the sales and programmes that have them. */
export const MENU_TAGS = ["menus", "catalogue", "flash_sales", "prices", "programmes"];

const menus = memo(MENU_TAGS, async (ctx) => {
  const [stored, products] = await Promise.all([readMenus(ctx), readProducts(ctx)]);
  return {
    menus: new Map(stored.map((menu) => [menu.key, menu])),
    products: new Map(products.map((product) => [product.code, product])),
  };
});

async function readMenus(ctx: Ctx): Promise<StoredMenu[]> {
  const { rows } = await sql<StoredMenu>`
    select m.key, m.link,
      (select coalesce(jsonb_object_agg(t.locale, to_jsonb(t)), '{}')
        from content.menu_texts t where t.menu_key = m.key) as texts,
      (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object(
          'texts', (select coalesce(jsonb_object_agg(x.locale, to_jsonb(x)), '{}')
            from content.menu_item_texts x where x.item_id = i.id),
          'count', case i.counts
            when 'stores' then (select count(*) from stores.stores s
              where s.status = 'active' and (i.store_types is null or s.type = any(i.store_types)))
            when 'provinces' then (select count(distinct s.province_code) from stores.stores s where s.status = 'active')
          end) order by i.position), '[]')
        from content.menu_items i where i.menu_key = m.key) as items
    from content.menus m`.execute(ctx.sql);
  return rows;
}

async function readProducts(ctx: Ctx): Promise<StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select v.id as product_id, v.sku as code, p.slug, c.slug as category_slug, p.art_kind, v.art_body,
      (v.pictures || p.pictures)[1] as picture,
      case when catalogue.price_until(pr, ${ctx.now}::timestamptz) is null and not exists (
        select 1 from promotions.flash_sale_items i join promotions.flash_sales s on s.id = i.sale_id
        where i.variant_id = v.id and s.ends_at > ${ctx.now})
        and not exists (select from promotions.promotions r where r.kind = 'programme' and r.ends_at > ${ctx.now}
          and (r.action ->> 'type' in ('fixed_price', 'percent') or r.action @? '$.tiers[*] ? (@.quantity <= 1)')
          and promotions.names_goods(r.conditions, p.id,
            array_remove(array[c.id, c.parent_id], null), p.brand_id, p.shipping_class,
            catalogue.current_price(pr, ${ctx.now}::timestamptz)))
        then catalogue.current_price(pr, ${ctx.now}::timestamptz) end as price,
      (select jsonb_object_agg(t.locale, t.name) from catalogue.product_texts t where t.product_id = p.id) as names
    from catalogue.variants v
    join catalogue.prices pr on pr.variant_id = v.id
    join catalogue.products p on p.id = v.product_id
    join catalogue.categories c on c.id = p.category_id
    where p.status = 'active'
      and v.sku in (select unnest(i.product_codes) from content.menu_items i)`.execute(ctx.sql);
  return rows;
}

export type MenuKey = SiteMenuKey | "HEADER" | "FOOTER";

/** An empty menu where none was ever set up. No statement when warm. */
export async function siteMenu<K extends MenuKey>(ctx: Ctx, key: K): Promise<Omit<SiteMenu, "key"> & { key: K }> {
  const { menus: stored, products } = await menus(ctx);
  const menu = stored.get(key);
  if (!menu) return { key, title: "", text: "", link: "", items: [] };
  const links = key === "LINK-DOWNLOAD-APP" ? await appLinks(ctx) : {};
  const month = Number(businessDay(ctx.now).slice(5, 7));
  const fill = await filler(ctx);
  const speak = speaker(ctx.locale, products, fill);
  const shown = menu.items.filter((item) => item.months === null || item.months.includes(month));
  const items = shown
    .filter((item) => item.parent_id === null)
    .map((item): MenuItem => {
      const children = shown.filter((each) => each.parent_id === item.id).map(speak);
      return {
        ...speak({ ...item, link: links[item.code] ?? item.link }),
        children: children.map(({ title, link, icon }) => ({ title, link, icon })),
      };
    })
    .filter((item) => item.link !== "" || item.children.length > 0 || item.products.length > 0);
  const { title, text } = menu.texts[ctx.locale] ?? menu.texts.vi ?? { title: "", text: "" };
  return { key, title: fill(title), text: fill(text), link: menu.link, items };
}

/** Entries for stores of apps follow the setting: an app that does not exist has no link. */
async function appLinks(ctx: Ctx): Promise<Record<string, string>> {
  const { links } = await setting(ctx, "app_download");
  return { web: links.web || "/", "app-store": links.app_store, "google-play": links.google_play };
}

function speaker(
  locale: Locale,
  products: ReadonlyMap<string, StoredProduct>,
  fill: (text: string) => string,
): (item: StoredItem) => MenuItem {
  return (item) => {
    const texts = item.texts[locale] ?? item.texts.vi;
    const picture = item.illustration && kindImageId(item.illustration);
    return {
      id: item.code,
      title: fill(texts?.title ?? ""),
      text: fill(texts?.text ?? ""),
      button: texts?.button ?? "",
      link: item.link,
      icon: item.icon,
      image: item.scene ? bannerImageId(item.scene, "wide") : picture,
      image_mobile: item.scene ? bannerImageId(item.scene, "phone") : picture,
      image_alt: texts?.image_alt ?? "",
      count: item.count,
      children: [],
      products: item.product_codes.flatMap((code) => {
        const product = products.get(code);
        return product ? [menuProduct(product, locale)] : [];
      }),
    };
  };
}

function menuProduct({ art_kind, art_body, picture, names, ...product }: StoredProduct, locale: Locale): MenuProduct {
  const name = names[locale];
  return {
    ...product,
    name: name ?? names.vi ?? product.code,
    lang: name === undefined ? "vi" : locale,
    image: pictureImageId(picture, { kind: art_kind, body: art_body }, product.code),
  };
}
