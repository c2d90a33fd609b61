/**
 * A click on a favourite button, sent to the shop's call directly: painted at once and corrected by the response.
 */
import { isWireFailure } from "contract/errors.ts";
import { browserShop } from "../../navigation/browser-shop.ts";
import { inTurn } from "../../navigation/in-turn.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import type { FavouriteMessages } from "./favourite-marks.ts";
import { markFavourite, setFavourites } from "./favourites-list.ts";

/** Never throws: a failure is shown. */
export async function clickFavourite(button: HTMLButtonElement, words: FavouriteMessages): Promise<void> {
  const favourite = button.getAttribute("aria-pressed") !== "true";
  markFavourite(button.dataset.favourite ?? "", favourite);
  try {
    await say(Number(button.value), favourite, words);
  } catch (error) {
    report(error);
    toast({ kind: "error", text: words.offline });
    await correct();
  }
}

async function say(product_id: number, favourite: boolean, words: FavouriteMessages): Promise<void> {
  try {
    const now = await toggled({ product_id, favourite });
    markFavourite(now.slug, now.favourite);
  } catch (error) {
    if (!isWireFailure(error)) throw error;
    toast({ kind: "error", text: error.message || words.offline });
    await correct();
  }
}

/** Once more where the shop says when: another tab is signing in, and its cookie is not here yet. ASSUMED(0168) */
async function toggled(input: { product_id: number; favourite: boolean }) {
  const post = () => browserShop.catalogue.toggleFavourite(input);
  try {
    return await inTurn(post);
  } catch (error) {
    const seconds = isWireFailure(error) && error.status === 409 ? (error.retry_after_seconds ?? 0) : 0;
    if (seconds <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return post();
  }
}

/** Requests the favourites. Never throws. */
export async function correct(): Promise<void> {
  try {
    setFavourites(await browserShop.catalogue.favouriteSlugs({}));
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  console.warn(error); // the page is about something else
}
