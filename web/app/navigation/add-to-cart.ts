/**
 * Forms marked `data-add` post to the cart before hydration. Afterwards they are sent by script: the shopper stays
 * on the page and sees a toast. One listener for all cards of a page, instead of a fetcher in each.
 */
import { useEffect, useRef } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher, useSubmit } from "react-router";
import type { CartAnswer } from "../cart/screens/cart.tsx";
import { type FormProblem, problemOf } from "../forms/forms.ts";
import { usePaths } from "../i18n.tsx";
import { toast } from "../ui/overlays/toast.tsx";
import { inTurn } from "./in-turn.ts";

/** The toast, and what is in the whole cart now. */
export type Added = { text: string; item_count: number; goods: number };

/** A second click within this time is a double click, no second unit. ASSUMED(0264) */
const DOUBLE_PRESS_MS = 500;
/** By the click's own timestamp: a busy page handles both late. */
let CLICKED_AT = 0;
let sent_at = 0;
let sent_by: unknown;
const onClick = ({ timeStamp }: Event) => {
  CLICKED_AT = timeStamp;
};

/** `onAdded` takes the place of the toast. */
export function useAddToCart(onAdded?: (added: Added) => void): { busy: boolean; problem: FormProblem | undefined } {
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
      const isDouble = event.submitter === sent_by && CLICKED_AT - sent_at < DOUBLE_PRESS_MS;
      sent_by = event.submitter;
      sent_at = CLICKED_AT;
      if (isDouble) return;
      const body = new FormData(form, event.submitter);
      body.set("idempotency_key", ""); // send.ts gives it a key
      const post = { method: "post" } as const;
      void inTurn(async () => {
        if (body.get("intent") !== "buy") return submit(body, { ...post, action: paths.addToCart() });
        void move(body, { ...post, action: paths.cart() }); // never over when it has no response: data-strategy.ts
      });
    };
    window.addEventListener("click", onClick, true); // the same one for every screen: it need not be removed
    window.addEventListener("submit", onSubmit);
    return () => window.removeEventListener("submit", onSubmit);
  }, [submit, move, paths]);

  useEffect(() => {
    if (state !== "idle" || data === undefined || told.current === data) return;
    told.current = data;
    if (!("added" in data) || !data.added) return; // a refusal is shown for all forms alike: data-strategy.ts
    if (onAdded) onAdded(data.added);
    else toast(data.added);
  }, [state, data, onAdded]);

  return { busy: state !== "idle", problem };
}

/** For screens whose contents no form of theirs changes. */
export function skipRevalidationAfterForms({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && defaultShouldRevalidate;
}

/** Looking up wards and fees (`intent=refresh`) writes nothing, and its answer brings all it found: nothing is read again. */
export function keepAfterRefresh({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get("intent") !== "refresh" && defaultShouldRevalidate;
}
