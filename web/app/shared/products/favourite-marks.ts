/**
 * Favourite buttons of a hydrated page: one listener for all of them. The code of a click is loaded with the first click; for a
 * visitor with favourites at once, to correct what this device stores.
 */
import { toast } from "../../ui/overlays/toast.tsx";
import { isMember } from "../../visitor.ts";
import { hasFavourites } from "./favourites-list.ts";

export type FavouriteMessages = { offline: string };

let words: FavouriteMessages;
let mounted = 0;

const clicks = () => import("./favourite-click.ts");

/** For every favourite button as it appears; returns its clean-up. The first one requests the favourites. */
export function favouriteMarks(said: FavouriteMessages): () => void {
  words = said;
  mounted += 1;
  if (mounted === 1) {
    window.addEventListener("submit", onSubmit);
    if (isMember() || hasFavourites()) clicks().then(({ correct }) => correct(), report);
  }
  return () => {
    mounted -= 1;
    if (mounted === 0) window.removeEventListener("submit", onSubmit);
  };
}

function onSubmit(event: SubmitEvent): void {
  const button = event.submitter;
  if (event.defaultPrevented || !(button instanceof HTMLButtonElement) || button.dataset.favourite === undefined)
    return;
  event.preventDefault();
  clicks().then(
    ({ clickFavourite }) => clickFavourite(button, words),
    (error: unknown) => {
      report(error);
      toast({ kind: "error", text: words.offline });
    },
  );
}

function report(error: unknown): void {
  console.warn(error); // the page is about something else
}
