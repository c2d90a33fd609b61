import { rules } from "virtual:field-rules/orders.place";
import type { Cart } from "contract/cart/cart.ts";
import { formatNumber } from "contract/values/locale.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useActionData, useFetcher, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { useCorrected, useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, fieldError, fieldsToMend, typed } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { ORDER_FORM_KEY } from "../../forms/stored-form.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { Refresh } from "../../shared/address-fields.tsx";
import { ErrorSummary } from "../../ui/fields/field.tsx";
import { Note } from "../../ui/text/note.tsx";
import type { CardsAnswer } from "../codes/card-acts.ts";
import { CardsField } from "../codes/cards-field.tsx";
import type { CodesAnswer } from "../codes/code-acts.ts";
import { CodeSlots } from "../codes/code-slots.tsx";
import type { PointsAnswer } from "../codes/point-acts.ts";
import { PointsField } from "../codes/points-field.tsx";
import { ORDER_FORM } from "../order-form.ts";
import type { CartAnswer } from "../screens/cart.tsx";
import { AddressSection } from "./address-section.tsx";
import { useAgreed } from "./agreed-total.ts";
import { InvoiceFields, NoteField, ReceiverFields } from "./contact-fields.tsx";
import type { Draft } from "./draft.ts";
import { Due } from "./due.tsx";
import { PaymentChoice, ShippingChoice } from "./method-choices.tsx";
import { useOrderDraft } from "./order-draft.ts";
import { Summary } from "./summary.tsx";

/** Of choices in quick succession, such as arrow keys in a list, only the last is requested. ASSUMED(0230) */
const PAUSE_MS = 150;

type Props = { draft: Draft; submission_key: string; lines: (cart: Cart) => ReactNode };

/** One page, one form: who, where, by whom, how paid. The lines above it are forms of their own, so it cannot hold them. */
export function CheckoutForm({ draft: saved, submission_key, lines }: Props) {
  const { cart: words, codes: codeWords, points: pointWords, cards: cardWords } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as CartAnswer | undefined;
  const cameBack = problemOf(answer, "place");
  const { problem, onChange, mend } = useCorrected(cameBack);
  const {
    draft,
    lines: shownCart,
    codes,
    points,
    cards,
    form,
    refresh,
    refreshAll,
    act,
    isBusy,
  } = useLiveDraft(saved, answer);
  const isRestored = useOrderDraft(form, {
    cart_id: saved.cart.cart_id,
    refresh: refreshAll,
    is_refreshed: draft !== saved,
    shown: draft,
  });
  const navigation = useNavigation();
  const placing = navigation.formData?.get("intent") === "place";
  useFocusFirstError(cameBack);
  const refreshed: Refresh = (name, value) => {
    if (name) mend(name);
    refresh(name, value);
  };
  const { cart } = draft;
  const shown = useAgreed(draft, cameBack);
  const labels = { ...labelsOf(words), code: codeWords.field, points: pointWords.field, card_code: cardWords.field };
  return (
    <div className="with-summary">
      <div className="stack-loose">
        <Problem problem={problem} cart={cart} labels={labels} />
        {lines(shownCart)}
        <CheckedForm
          id={ORDER_FORM}
          rules={rules}
          problem={cameBack}
          ref={form}
          data-wake={ORDER_FORM_KEY}
          action={paths.cart()}
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
          <ErrorSummary
            title={words.problem_title}
            errors={leftToMend(labels, problem, draft, {
              code: codes?.error,
              points: points?.error,
              card_code: cards?.error,
            })}
          />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"orders.place"> name="cart_id" value={cart.cart_id} />
          <Hidden<"orders.place"> name="expected_total" value={shown.agreed} />
          {shown.gifts.map((gift) => (
            <input type="hidden" key={gift} name={"expected_gifts[]" satisfies FieldOf<"orders.place">} value={gift} />
          ))}
          {/* What the book fills in takes the place of what was typed. */}
          <ReceiverFields key={draft.chosen} receiver={draft.receiver} problem={draft.fill ? undefined : problem} />
          <AddressSection
            draft={draft}
            saved={cart.shipping_address}
            problem={draft.fill ? undefined : problem}
            refresh={refreshed}
            is_restored={isRestored}
          />
          <ShippingChoice
            key={`${draft.place.ward_code} ${draft.place.current_ward_code}`}
            quotes={draft.quotes}
            chosen={cart.shipping?.code ?? null}
            has_place={draft.place.ward_code !== ""}
            error={cart.shipping ? undefined : fieldError<"orders.place">(problem, "shipping_method")}
            refresh={refreshed}
          />
          <PaymentChoice
            methods={draft.methods}
            chosen={cart.payment_method}
            is_nothing_due={cart.totals.total === 0 && cart.items.some((item) => item.selected)}
            problem={problem}
          />
          <InvoiceFields invoice={cart.company_invoice} problem={problem} />
          <NoteField note={cart.note} problem={problem} />
        </CheckedForm>
      </div>
      <Summary cart={cart} placing={placing} before={shown.before} refused={refusalOf(problem, cart, words)}>
        <CodeSlots codes={cart.codes} offers={draft.offers} answer={codes} act={act} is_busy={isBusy}>
          {cart.points && (
            <PointsField points={cart.points} taken={cart.totals.points} answer={points} act={act} is_busy={isBusy} />
          )}
          <CardsField cards={cart.gift_cards} answer={cards} act={act} is_busy={isBusy} />
        </CodeSlots>
      </Summary>
    </div>
  );
}

/**
 * The newest draft: requested while the form is filled in, answered with a form that came back, or as saved. A cart that
 * has changed meanwhile makes a requested one stale.
 */
function useLiveDraft(saved: Draft, answer: CartAnswer | undefined) {
  const paths = usePaths();
  // Without a key: a request of an earlier visit to this page does not count.
  const fetcher = useFetcher<CartAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const chosen = useRef(new Map<string, string>());
  const timer = useRef<number>(undefined);
  const ask = () => {
    if (!form.current) return;
    const values = new FormData(form.current);
    for (const [name, value] of chosen.current) values.set(name, value);
    chosen.current.clear();
    values.set("intent", "refresh");
    fetcher.submit(values, { method: "post", action: paths.cart() });
  };
  const refreshAll = (choices: readonly (readonly [name: string, value: string])[]) => {
    for (const [name, value] of choices) chosen.current.set(name, value);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(ask, PAUSE_MS);
  };
  const refresh = (name?: string, value = "") => refreshAll(name ? [[name, value]] : []);
  const act = (name: string, value: string) => {
    chosen.current.set(name, value);
    clearTimeout(timer.current);
    ask();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const { shown: asked, cart } = useNewest(fetcher.data, answer, saved);
  const seen = useRef({ saved, answer });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded cart makes the requested draft stale
  useEffect(() => {
    // After an answer to this form the cart is loaded anew, and its draft is as new as that.
    const isAnswered = seen.current.answer !== answer && answer?.draft !== undefined;
    if (seen.current.saved !== saved && asked && !isAnswered) refresh();
    seen.current = { saved, answer };
  }, [saved]);
  const isBusy = fetcher.state !== "idle";
  return {
    draft: asked?.draft ?? saved,
    lines: cart,
    codes: asked?.codes,
    points: asked?.points,
    cards: asked?.cards,
    form,
    refresh,
    refreshAll,
    act,
    isBusy,
  };
}

type Newest = {
  draft: Draft;
  codes: CodesAnswer | undefined;
  points: PointsAnswer | undefined;
  cards: CardsAnswer | undefined;
};

/**
 * The draft of whichever came last: an order may be answered while the request of an earlier choice is pending. `cart` is the
 * newest of all, the loaded one too: its lines change where they stand, and with a code that gives or costs a gift.
 */
function useNewest(refreshed: CartAnswer | undefined, answer: CartAnswer | undefined, saved: Draft) {
  const [newest, setNewest] = useState(() => {
    const shown = newestOf(refreshed) ?? newestOf(answer);
    return { refreshed, answer, saved, shown, cart: shown?.draft.cart ?? saved.cart };
  });
  if (newest.refreshed === refreshed && newest.answer === answer && newest.saved === saved) return newest;
  const found = newest.answer === answer ? newest.refreshed !== refreshed && newestOf(refreshed) : newestOf(answer);
  const shown = found || newest.shown;
  const loaded = newest.saved === saved ? newest.cart : saved.cart;
  const next = { refreshed, answer, saved, shown, cart: found ? found.draft.cart : loaded };
  setNewest(next);
  return next;
}

const newestOf = (answer: CartAnswer | undefined): Newest | undefined =>
  answer?.draft && { draft: answer.draft, codes: answer.codes, points: answer.points, cards: answer.cards };

type Labels = Readonly<Record<string, string>>;
type ProblemProps = { problem: ReturnType<typeof problemOf>; cart: Cart; labels: Labels };

/** Errors of no field. */
function Problem({ problem, cart, labels }: ProblemProps) {
  const { cart: words, points } = useMessages();
  if (!problem) return null;
  const [wanted, taken] = [cart.points?.wanted ?? 0, cart.totals.points];
  const lowered = wanted > taken && points.lowered({ wanted: formatNumber(wanted), taken: formatNumber(taken) });
  if (problem.code === "price_changed") {
    return (
      <Note tone="honey" role="alert">
        <b>{lostGift(problem) ? words.order_changed_title : words.price_changed_title}</b>
        {refusalOf(problem, cart, words)}
        {cart.codes
          .filter(({ amount, reason }) => amount === 0 && reason)
          .map(({ slot, code, reason }) => (
            <p key={slot}>
              <b>{code}</b>: {reason}
            </p>
          ))}
        {lowered && <p>{lowered}</p>}
      </Note>
    );
  }
  const unnamed = Object.entries(problem.errors).filter(([name]) => !labels[name]);
  const isSaid = problem.code === "invalid" || Object.keys(problem.errors).length > 0;
  const texts = unnamed.map(([, texts]) => texts?.[0] ?? problem.message);
  if (!isSaid) texts.push(problem.message);
  if (texts.length === 0) return null;
  return (
    <Note tone="danger" role="alert">
      {texts.join(" ")}
    </Note>
  );
}

const lostGift = (problem: FormProblem): string | undefined => fieldError<"orders.place">(problem, "expected_gifts");

/** Why the last click was answered with this form instead of an order; null where it was for a field. */
function refusalOf(problem: FormProblem | undefined, { totals }: Draft["cart"], words: Words): ReactNode {
  if (problem?.code !== "price_changed") return null;
  const lost = lostGift(problem);
  const isDearer = String(totals.total) !== typed<"orders.place">(problem, "expected_total");
  return (
    <>
      {lost && (
        <p>
          {lost}. {words.order_again}
        </p>
      )}
      {(!lost || isDearer) && (
        <p>
          <Due amounts={[totals.total]} say={(total) => words.price_changed_text({ total })} />
        </p>
      )}
    </>
  );
}

/**
 * Named from top to bottom, but for what the shop has filled in since (a carrier, a place of the book) and what was refused
 * beside the order and is gone.
 */
function leftToMend(
  labels: Labels,
  problem: ReturnType<typeof problemOf>,
  { cart, fill }: Draft,
  refused: Record<"code" | "points" | "card_code", string | null | undefined>,
) {
  const ofBook = /^(?:full_name|phone|email|address\.)/;
  const isFilled = (id: string) =>
    id === "shipping_method" ? cart.shipping !== null : fill !== null && ofBook.test(id);
  const isGone = (id: string) => (id === "code" || id === "points" || id === "card_code") && !refused[id];
  return fieldsToMend(labels, problem).filter(({ id }) => !isFilled(id) && !isGone(id));
}

type Words = ReturnType<typeof useMessages>["cart"];

/** The fields of the form, from top to bottom. */
function labelsOf(words: Words): Labels {
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
    "company_invoice.company_name": words.company_name,
    "company_invoice.tax_code": words.tax_code,
    "company_invoice.address": words.company_address,
    "company_invoice.email": words.invoice_email,
    note: words.note,
  };
}
