import { browserShop } from "../../navigation/browser-shop.ts";
import { isMember } from "../../visitor.ts";

/**
 * Reports viewed products to the account of a member with consent; without consent the shop stores nothing. Newest first.
 * Returns whether it was stored. rules/privacy
 */
export async function reportViewed(product_ids: readonly number[]): Promise<boolean> {
  if (!isMember() || product_ids.length === 0) return false;
  try {
    return (await browserShop.catalogue.noteViewed({ product_ids: [...product_ids] })).kept;
  } catch {
    return false; // no network, or refused: the device stores it, and reports it with the next product
  }
}
