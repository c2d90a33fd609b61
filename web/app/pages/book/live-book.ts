/** The catalogue for lists of pages. */
import type { Shop } from "contract/contract.ts";
import { ifThere } from "../if-there.ts";

export async function liveBook(shop: Shop): Promise<{ season: string } | null> {
  const book = await ifThere(shop.pages.book({}));
  return book && { season: book.season };
}
