/**
 * Hearts of a running page: one listener for all of them, straight to the shop's call. A heart is painted at once and put
 * right where the shop says otherwise. House decision 5.
 */
import type { CallOutput } from "contract/call.ts";
import type { gathered } from "contract/gathered.ts";
import { hasFavourites, markFavourite, setFavourites } from "./favourites-list.ts";
import { toast } from "./ui/toast.tsx";
import { isMember } from "./visitor.ts";

type Words = {
  hearted: (p: { name: string }) => string;
  unhearted: (p: { name: string }) => string;
  offline: string;
};
type Answer = { data?: CallOutput<(typeof gathered)["toggleFavourite"]>; message?: string };

let words: Words;
let hearts = 0;

/** For every heart as it appears; answers what to do when it goes. The first asks the shop what is true. */
export function favouriteMarks(said: Words): () => void {
  words = said;
  hearts += 1;
  if (hearts === 1) {
    window.addEventListener("submit", onSubmit);
    if (isMember() || hasFavourites()) correct().catch(report);
  }
  return () => {
    hearts -= 1;
    if (hearts === 0) window.removeEventListener("submit", onSubmit);
  };
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.heart === undefined) return;
  event.preventDefault();
  if (!navigator.onLine) {
    toast({ kind: "error", text: words.offline });
    return;
  }
  const button = form.querySelector("button");
  const favourite = button?.getAttribute("aria-pressed") !== "true";
  markFavourite(form.dataset.heart, favourite);
  say(Number(button?.value), favourite).catch((error: unknown) => {
    report(error);
    correct().catch(report);
  });
}

async function say(product_id: number, favourite: boolean): Promise<void> {
  const body = JSON.stringify({ product_id, favourite });
  const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
  const answer = await fetch("/v1/product-favorite", { method: "POST", headers, body });
  const { data, message }: Answer = await answer.json();
  if (!data) {
    toast({ kind: "error", text: message ?? words.offline });
    return correct();
  }
  markFavourite(data.slug, data.favourite);
  toast({ text: (data.favourite ? words.hearted : words.unhearted)({ name: data.name }) });
}

async function correct(): Promise<void> {
  const answer = await fetch("/v1/client/favourites/slugs");
  if (!answer.ok) throw new Error(`the shop answered ${answer.status}`);
  const { data }: { data: string[] } = await answer.json();
  setFavourites(data);
}

function report(error: unknown): void {
  console.warn("Hearts may not be up to date:", error); // the page is about something else
}
