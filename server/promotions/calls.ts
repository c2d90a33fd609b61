/** The calls of promotions. Nothing here writes: quotas are settled when an order is placed. Spec §7. */
import { promotions } from "contract/promotions/promotions.ts";
import { implement } from "../calls/handle.ts";
import { findProgramme, flashSaleProducts, listProgrammes } from "./programmes.ts";

export const promotionsCalls = implement(promotions, {
  programmes: listProgrammes,
  programme: (ctx, { slug_or_id, ...page }) => findProgramme(ctx, slug_or_id, page),
  flashSale: flashSaleProducts,
});
