/** Links that show one version of a page for a day, whatever is saved after it. rules/pages#publishing */
import { ShopError } from "contract/errors.ts";
import type { ShownPage } from "contract/pages/pages.ts";
import { localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { signJwt, verifyJwt } from "../security/signed-tokens.ts";
import { showPage } from "./show.ts";
import { isKey, readPage } from "./stored.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Throws not_found. */
export async function makePreview(ctx: Ctx, key: string, version: number) {
  if (!(await readPage(ctx, isKey(key), sql`${version}`))) throw new ShopError("not_found");
  const until = Math.floor(ctx.now.getTime() / 1000) + DAY_SECONDS;
  const token = await signJwt(ctx.config, "page_preview", `${key} ${version}`, until);
  const at = (locale: "vi" | "en" | "ja") => ctx.config.public_url + localisedPath(`/-/preview/${token}`, locale);
  return { vi: at("vi"), en: at("en"), ja: at("ja"), expires_at: new Date(until * 1000).toISOString() };
}

/** Throws not_found for a token that is none, or no more. */
export async function previewOf(ctx: Ctx, token: string): Promise<ShownPage> {
  const named = await verifyJwt(ctx.config, "page_preview", token, ctx.now.getTime());
  const [key = "", version = ""] = named?.split(" ") ?? [];
  const page = named === null ? null : await readPage(ctx, isKey(key), sql`${Number(version)}`);
  if (!page) throw new ShopError("not_found");
  return showPage(ctx, page);
}
