/**
 * Content calls: menus, layout data, settings, news, questions, policies. All of them read only. Spec §7 Products and
 * content.
 */
import { siteMenuKeys } from "contract/content/content.ts";
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { maintenance, publicSetting, say, setting } from "../platform/settings.ts";
import { postAddresses } from "./addresses.ts";
import { layoutData } from "./layout-data.ts";
import { siteMenu } from "./menus.ts";
import { newsTabs, post, postCategories, posts } from "./posts.ts";
import { faq, policies, policy } from "./texts.ts";

/** Home shows every menu but the mega menu, which stands in the header. */
const homeKeys = siteMenuKeys.filter((key) => key !== "MEGA-MENU");

async function categoryWhere(ctx: Ctx, is: (category: { id: number; slug: string }) => boolean) {
  const category = (await postCategories(ctx)).find(is);
  if (!category) throw new ShopError("not_found");
  return category;
}

export const contentCalls = implement(contract.content, {
  chrome: (ctx) => layoutData(ctx),
  siteMenu: (ctx, { key }) => siteMenu(ctx, key),
  homeMenus: (ctx) => Promise.all(homeKeys.map((key) => siteMenu(ctx, key))),

  closure: async (ctx) => {
    const [closed, { until, message }, hotline] = await Promise.all([
      maintenance(ctx),
      setting(ctx, "maintenance"),
      setting(ctx, "hotline"),
    ]);
    const { display, tel, hours } = hotline;
    return {
      closed,
      until,
      message: say(message, ctx.locale),
      hotline: { display, tel, hours: say(hours, ctx.locale) },
    };
  },

  setting: async (ctx, { key }) => ({ key, value: await publicSetting(ctx, key) }),
  settingBySlug: async (ctx, { slug }) => {
    const key = slug.replaceAll("-", "_");
    return { key, value: await publicSetting(ctx, key) };
  },

  blogCategoriesSetting: (ctx) => postCategories(ctx),
  postCategories: async (ctx, { page, limit }) => {
    const all = await postCategories(ctx);
    const last_page = Math.max(1, Math.ceil(all.length / limit));
    return {
      data: all.slice((page - 1) * limit, page * limit),
      meta: { current_page: page, last_page, per_page: limit, total: all.length },
    };
  },
  postCategory: (ctx, { id }) => categoryWhere(ctx, (category) => category.id === id),
  postCategoryBySlug: (ctx, { slug }) => categoryWhere(ctx, (category) => category.slug === slug),

  posts: (ctx, { sort, ...filter }) => posts(ctx, { ...filter, sort: sort?.created_at }),
  newsTabs: (ctx) => newsTabs(ctx),
  post: (ctx, { id }) => post(ctx, id),
  postAddresses: (ctx, { page }) => postAddresses(ctx, page),

  faq: (ctx) => faq(ctx),
  policies: (ctx) => policies(ctx),
  policy: (ctx, { code }) => policy(ctx, code),
});
