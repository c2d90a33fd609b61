/**
 * Favourites, which visitors have too, and recently viewed products, stored only for customers who consented. By
 * product, whichever of its variants was named. Spec §2 san-pham-da-xem, §7 product-favorite;
 * rules/catalogue#recently-viewed
 */
import { z } from "zod";
import { type Call, call, listOf } from "../call.ts";
import { limit, locale, optionalFlag, page, rowNumber, session_id } from "../values/fields.ts";
import { ProductCard } from "./catalogue.ts";

const lang = locale.optional();
const product_id = rowNumber;

export const favourites = {
  toggleFavourite: call("POST /v1/product-favorite", {
    summary: "Put a product among the caller's favourites, or take it out: as `favourite` says, else the other way",
    who: "anyone",
    input: z.object({ product_id, favourite: optionalFlag, session_id, lang }),
    output: z.object({
      product_id: z.int(),
      slug: z.string(),
      name: z.string(),
      favourite: z.boolean(),
      count: z.int(),
      /** As in `Cart`; null to a browser, which has the cookie. */
      session_id: z.string().nullable(),
    }),
    errors: ["not_found", "above_maximum"],
    limit: { times: 600, seconds: 3600, per: "client" },
    opens_session: true,
    example: { input: { product_id: 1082 } },
  }),
  favourites: call("GET /v1/client/favourites", {
    summary: "The caller's favourites, newest first; a visitor's are those of the session",
    who: "anyone",
    input: z.object({ page, limit, session_id, lang }),
    output: listOf(ProductCard),
    envelope: "bare",
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  favouriteSlugs: call("GET /v1/client/favourites/slugs", {
    summary: "Which products are favourites of the caller, to mark them",
    who: "anyone",
    input: z.object({ session_id }),
    output: z.array(z.string()),
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  viewed: call("GET /v1/client/viewed-products", {
    summary: "What the caller looked at, newest first; kept only with consent to `behaviour`",
    who: "customer",
    input: z.object({ lang }),
    output: z.object({ kept: z.boolean(), products: z.array(ProductCard) }),
    example: { input: {} },
  }),
  noteViewed: call("PUT /v1/client/viewed-products", {
    summary: "Remember products the caller looked at, newest first; without consent nothing is kept",
    who: "customer",
    input: z.object({ product_ids: z.array(product_id).min(1).max(24), lang }),
    output: z.object({ kept: z.boolean() }),
    limit: { times: 1200, seconds: 3600, per: "session" },
    example: { input: { product_ids: [1082] } },
  }),
  forgetViewed: call("DELETE /v1/client/viewed-products", {
    summary: "Forget one of the products the caller looked at, or all",
    who: "customer",
    input: z.object({ product_id: product_id.optional(), lang }),
    output: z.object({ kept: z.boolean() }),
    example: { input: {} },
  }),
} satisfies Record<string, Call>;
