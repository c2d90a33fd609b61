/**
 * Forms marked `data-add` post to the cart before hydration. Afterwards a script submits them: the shopper stays on the page
 * and sees a toast. There is one listener for all cards of a page, instead of a fetcher in each.
 */
import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher, useSubmit } from "react-router";
import type { CartAnswer } from "../cart/screens/cart.tsx";
import type { FormProblem } from "../forms/forms.ts";
import { problemOf } from "../forms/problem-of.ts";
import { usePaths } from "../i18n.tsx";
import { toast } from "../ui/overlays/toast.tsx";
import { inTurn } from "./in-turn.ts";

/** The text of the toast, and the number and the sum of all items in the cart. */
export type Added = { text: string; item_count: number; goods: number };

/** A second click within this time is a double click and adds no second unit. ASSUMED(0264) */
const DOUBLE_CLICK_MS = 500;
/** The timestamp of the click event, because a busy page handles both clicks late. */
let clickedAt = 0;
let sent_at = 0;
let sent_by: unknown;
const onClick = ({ timeStamp }: Event) => {
  clickedAt = timeStamp;
};

/** `onAdded` is called instead of the toast. */
export function useAddToCart(onAdded?: (added: Added) => void): { busy: boolean; problem: FormProblem | undefined } {
  const paths = usePaths();
  const { submit, state, data } = useFetcher<CartAnswer | FormProblem>();
  const navigateWith = useSubmit();
  const reported = useRef<unknown>(undefined);
  const problem = problemOf(data);

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !("add" in form.dataset)) return;
      event.preventDefault();
      const isDouble = event.submitter === sent_by && clickedAt - sent_at < DOUBLE_CLICK_MS;
      sent_by = event.submitter;
      sent_at = clickedAt;
      if (isDouble) return;
      const body = new FormData(form, event.submitter);
      body.set("idempotency_key", ""); // send.ts gives it a key
      const post = { method: "post" } as const;
      void inTurn(async () => {
        if (body.get("intent") !== "buy") return submit(body, { ...post, action: paths.addToCart() });
        void navigateWith(body, { ...post, action: paths.cart() }); // never resolves without a response: data-strategy.ts
      });
    };
    window.addEventListener("click", onClick, true); // the same function for every screen, so it is not removed
    window.addEventListener("submit", onSubmit);
    return () => window.removeEventListener("submit", onSubmit);
  }, [submit, navigateWith, paths]);

  useEffect(() => {
    if (state !== "idle" || data === undefined || reported.current === data) return;
    reported.current = data;
    if (!("added" in data) || !data.added) return; // data-strategy.ts shows the refusal of any form
    if (onAdded) onAdded(data.added);
    else toast(data.added);
  }, [state, data, onAdded]);

  return { busy: state !== "idle", problem };
}

/** `shouldRevalidate` of screens whose forms do not change their data. */
export function skipRevalidationAfterForms({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** `shouldRevalidate`: looking up wards and fees (`intent=refresh`) writes nothing and responds with all it found, so nothing is read again. */
export function keepAfterRefresh({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get("intent") !== "refresh" && defaultShouldRevalidate;
}
