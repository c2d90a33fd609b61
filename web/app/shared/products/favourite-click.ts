/**
 * A click on a favourite button, sent to the shop's call directly: painted at once and corrected by the response.
 */
import type { CallOutput } from "contract/call.ts";
import type { favourites } from "contract/catalogue/favourites.ts";
import { inTurn } from "../../navigation/in-turn.ts";
import { send as request } from "../../navigation/send.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import type { FavouriteMessages } from "./favourite-marks.ts";
import { markFavourite, setFavourites } from "./favourites-list.ts";

type Answer = { data?: CallOutput<(typeof favourites)["toggleFavourite"]>; message?: string };

/** Never throws: a failure is shown. */
export async function clickFavourite(heart: HTMLButtonElement, words: FavouriteMessages): Promise<void> {
  const favourite = heart.getAttribute("aria-pressed") !== "true";
  markFavourite(heart.dataset.heart ?? "", favourite);
  try {
    await say(Number(heart.value), favourite, words);
  } catch (error) {
    report(error);
    toast({ kind: "error", text: words.offline });
    await correct();
  }
}

async function say(product_id: number, favourite: boolean, words: FavouriteMessages): Promise<void> {
  const answer = await send(JSON.stringify({ product_id, favourite }));
  const { data, message }: Answer = await answer.json();
  if (!data) {
    toast({ kind: "error", text: message ?? words.offline });
    return correct();
  }
  markFavourite(data.slug, data.favourite);
}

/** Once more where the shop says when: another tab is signing in, and its cookie is not here yet. ASSUMED(0168) */
async function send(body: string): Promise<Response> {
  const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
  const post = () => request("/v1/product-favorite", { method: "POST", headers, body });
  const answer = await inTurn(post);
  const seconds = Number(answer.headers.get("retry-after"));
  if (answer.status !== 409 || !(seconds > 0)) return answer;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return post();
}

/** Requests the favourites. Never throws. */
export async function correct(): Promise<void> {
  try {
    const answer = await request("/v1/client/favourites/slugs");
    if (!answer.ok) throw new Error(`the shop answered ${answer.status}`);
    const { data }: { data: string[] } = await answer.json();
    setFavourites(data);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  console.warn("Hearts may not be up to date:", error); // the page is about something else
}
