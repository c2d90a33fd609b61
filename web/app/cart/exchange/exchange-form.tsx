import { rules } from "virtual:field-rules/orders.placeExchange";
import { useEffect, useRef, useState } from "react";
import { useActionData, useFetcher, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useCorrected, useFocusFirstError } from "../../forms/form-focus.ts";
import { fieldError, fieldsToMend } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { Refresh } from "../../shared/address-fields.tsx";
import { ErrorSummary } from "../../ui/fields/field.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import { AddressSection } from "../parts/address-section.tsx";
import { NoteField, ReceiverFields } from "../parts/contact-fields.tsx";
import { PaymentChoice, ShippingChoice } from "../parts/method-choices.tsx";
import type { ExchangeAnswer } from "../screens/exchange-cart.tsx";
import type { ExchangeDraft } from "./exchange-draft.ts";
import { ExchangeLines } from "./exchange-lines.tsx";
import { ExchangeSummary } from "./exchange-summary.tsx";

/** Gifts, who receives them and where, and how the fee is paid: one page, one form. */
export function ExchangeForm({ draft: saved, submission_key }: { draft: ExchangeDraft; submission_key: string }) {
  const { exchange: words, cart: cartWords } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as ExchangeAnswer | undefined;
  const cameBack = problemOf(answer, "place");
  const { problem, onChange, mend } = useCorrected(cameBack);
  const { draft, form, refresh } = useLiveExchange(saved, answer);
  const placing = useNavigation().formData?.get("intent") === "place";
  useFocusFirstError(cameBack);
  const refreshed: Refresh = (name, value) => {
    if (name) mend(name);
    refresh(name, value);
  };
  const { cart } = draft;
  const { totals } = cart;
  const labels = labelsOf(cartWords);
  const isNamed = Object.keys(problem?.errors ?? {}).some((name) => name in labels);
  return (
    <div className="with-summary">
      <div className="stack-loose">
        {problem && !isNamed && (
          <Note tone={problem.code === "price_changed" ? "honey" : "danger"} role="alert">
            {problem.code === "price_changed" ? words.changed : (problem.errors.points?.[0] ?? problem.message)}
          </Note>
        )}
        <ExchangeLines items={saved.cart.items} />
        <CheckedForm
          id={ORDER_FORM}
          rules={rules}
          problem={cameBack}
          ref={form}
          action={paths.exchangeCart()}
          className="stack-loose"
          replace
          onChange={onChange}
        >
          {/* First in the form, so that Enter in a field orders and does not look up wards. */}
          <button
            type="submit"
            className="visually-hidden"
            name="intent"
            value="place"
            tabIndex={-1}
            aria-hidden="true"
          />
          <ErrorSummary title={cartWords.problem_title} errors={fieldsToMend(labels, problem)} />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"orders.placeExchange"> name="cart_id" value={cart.cart_id} />
          <Hidden<"orders.placeExchange"> name="expected_total" value={totals.total} />
          <Hidden<"orders.placeExchange"> name="expected_points" value={cart.points.needed} />
          {cart.needs_delivery && <input type="hidden" name="needs_delivery" value="1" />}
          <ReceiverFields key={draft.chosen} receiver={draft.receiver} problem={draft.fill ? undefined : problem} />
          {cart.needs_delivery && (
            <>
              <AddressSection
                draft={draft}
                saved={cart.shipping_address}
                problem={draft.fill ? undefined : problem}
                refresh={refreshed}
                is_restored={false}
              />
              <ShippingChoice
                key={`${draft.place.ward_code} ${draft.place.current_ward_code}`}
                quotes={cart.quotes}
                chosen={cart.shipping?.code ?? null}
                has_place={draft.place.ward_code !== ""}
                error={cart.shipping ? undefined : fieldError<"orders.placeExchange">(problem, "shipping_method")}
                refresh={refreshed}
              />
            </>
          )}
          <PaymentChoice
            methods={draft.methods}
            chosen={cart.payment_method}
            is_nothing_due={!cart.needs_delivery}
            problem={problem}
          />
          <NoteField note={cart.note} problem={problem} />
        </CheckedForm>
      </div>
      <ExchangeSummary cart={cart} placing={placing} />
    </div>
  );
}

/** The newest draft: asked for while the form is filled in, answered with a form that came back, or as saved. */
function useLiveExchange(saved: ExchangeDraft, answer: ExchangeAnswer | undefined) {
  const paths = usePaths();
  const fetcher = useFetcher<ExchangeAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [newest, setNewest] = useState({
    saved,
    answer,
    asked: fetcher.data,
    draft: answer?.draft ?? saved,
    isOwn: false,
  });
  if (newest.saved !== saved || newest.answer !== answer || newest.asked !== fetcher.data) {
    const asked = newest.asked === fetcher.data ? undefined : fetcher.data?.draft;
    const came = newest.answer === answer ? undefined : answer?.draft;
    const loaded =
      newest.saved === saved ? newest.draft : { ...newest.draft, cart: saved.cart, methods: saved.methods };
    const isOwn = newest.isOwn || asked !== undefined || came !== undefined;
    setNewest({ saved, answer, asked: fetcher.data, draft: asked ?? came ?? loaded, isOwn });
  }
  const refresh = (name?: string, value = "") => {
    if (!form.current) return;
    const values = new FormData(form.current);
    if (name) values.set(name, value);
    values.set("intent", "refresh");
    fetcher.submit(values, { method: "post", action: paths.exchangeCart() });
  };
  const seen = useRef(saved);
  // A draft that was loaded with the page has come anew with the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded cart makes the requested draft stale
  useEffect(() => {
    if (seen.current !== saved && newest.isOwn && saved.cart.needs_delivery) refresh();
    seen.current = saved;
  }, [saved]);
  return { draft: newest.draft, form, refresh };
}

/** The fields of the form, from top to bottom. */
function labelsOf(words: ReturnType<typeof useMessages>["cart"]): Readonly<Record<string, string>> {
  return {
    full_name: words.full_name,
    phone: words.phone,
    email: words.email,
    "address.city_code": words.province,
    "address.district_code": words.district,
    "address.ward_code": words.ward,
    "address.current_ward_code": words.ward,
    "address.street": words.street,
    shipping_method: words.shipping,
    payment_method: words.payment,
    note: words.note,
  };
}
