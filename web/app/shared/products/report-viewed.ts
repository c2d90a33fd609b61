import type { CallOutput } from "contract/call.ts";
import type { favourites } from "contract/catalogue/favourites.ts";
import { send } from "../../navigation/send.ts";
import { isMember } from "../../visitor.ts";

/**
 * Reports viewed products to the account of a member with consent; without consent the shop stores nothing. Newest first.
 * Returns whether it was stored. rules/privacy
 */
export async function reportViewed(product_ids: readonly number[]): Promise<boolean> {
  if (!isMember() || product_ids.length === 0) return false;
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ product_ids });
  try {
    const answer = await send("/v1/client/viewed-products", { method: "PUT", headers, body });
    if (!answer.ok) return false;
    const { data }: { data: CallOutput<(typeof favourites)["noteViewed"]> } = await answer.json();
    return data.kept;
  } catch {
    return false; // no network: the device stores it, and reports it with the next product
  }
}
