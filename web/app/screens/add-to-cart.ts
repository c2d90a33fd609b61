/**
 * Forms marked `data-add` post to the cart while the page sleeps. Once it runs they are sent by script: the shopper stays
 * where he is and is told. One listener for all cards of a page, instead of a fetcher in each. House §4, request 2.
 */
import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher, useSubmit } from "react-router";
import { type FormProblem, problemOf } from "../forms.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { toast } from "../ui/toast.tsx";
import type { CartAnswer } from "./cart/cart.tsx";

export type Added = { name: string; item_count: number; goods: number };

/** `onAdded` takes the place of the toast. */
export function useAddToCart(onAdded?: (added: Added) => void): { busy: boolean; problem: FormProblem | undefined } {
  const { catalogue, common } = useMessages();
  const paths = usePaths();
  const { submit, state, data } = useFetcher<CartAnswer | FormProblem>();
  const move = useSubmit();
  const told = useRef<unknown>(undefined);
  const problem = problemOf(data);

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !("add" in form.dataset)) return;
      event.preventDefault();
      if (!navigator.onLine) return toast({ kind: "error", text: common.offline });
      const body = new FormData(form, event.submitter);
      body.set("idempotency_key", submissionKey());
      const to = { method: "post", action: paths.cart() } as const;
      if (body.get("intent") === "buy") move(body, to);
      else submit(body, to);
    };
    window.addEventListener("submit", onSubmit);
    return () => window.removeEventListener("submit", onSubmit);
  }, [submit, move, paths, common]);

  useEffect(() => {
    if (state !== "idle" || data === undefined || told.current === data) return;
    told.current = data;
    if (problem) return toast({ kind: "error", text: problem.message });
    if (!("added" in data) || !data.added) return;
    const { name, cart } = data.added;
    const added = { name, item_count: cart.item_count, goods: cart.totals.goods };
    if (onAdded) onAdded(added);
    else toast({ text: catalogue.added(added) });
  }, [state, data, problem, onAdded, catalogue]);

  return { busy: state !== "idle", problem };
}

/** For screens whose contents no form of theirs changes. */
export function keepAfterForms({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** `crypto.randomUUID` is missing on plain http, as when a phone tries the shop over the local network. */
function submissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
}
