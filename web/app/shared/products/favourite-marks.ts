/**
 * Hearts of a running page: one listener for all of them. What a press does is fetched with the first press; whoever has
 * hearts gets it at once, to put right what this device remembers.
 */

import { toast } from "../../ui/overlays/toast.tsx";
import { isMember } from "../../visitor.ts";
import { hasFavourites } from "./favourites-list.ts";

export type FavouriteMessages = { offline: string };

let words: FavouriteMessages;
let hearts = 0;

const clicks = () => import("./favourite-click.ts");

/** For every heart as it appears; answers what to do when it goes. The first asks the shop what is true. */
export function favouriteMarks(said: FavouriteMessages): () => void {
  words = said;
  hearts += 1;
  if (hearts === 1) {
    window.addEventListener("submit", onSubmit);
    if (isMember() || hasFavourites()) clicks().then(({ correct }) => correct(), report);
  }
  return () => {
    hearts -= 1;
    if (hearts === 0) window.removeEventListener("submit", onSubmit);
  };
}

function onSubmit(event: SubmitEvent): void {
  const heart = event.submitter;
  if (event.defaultPrevented || !(heart instanceof HTMLButtonElement) || heart.dataset.heart === undefined) return;
  event.preventDefault();
  clicks().then(
    ({ clickFavourite }) => clickFavourite(heart, words),
    (error: unknown) => {
      report(error);
      toast({ kind: "error", text: words.offline });
    },
  );
}

function report(error: unknown): void {
  console.warn("Hearts may not be up to date:", error); // the page is about something else
}
