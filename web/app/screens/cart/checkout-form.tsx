import { formatDong as formatted } from "contract/money.ts";
import type { PaymentMethodView } from "contract/payments.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Form, useActionData, useFetcher, useNavigation } from "react-router";
import { useFocusFirstError, useMended } from "../../form-focus.ts";
import { fieldError, inOrderOf, problemOf } from "../../forms.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ErrorSummary } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import type { Refresh } from "../address-fields.tsx";
import { AddressSection } from "./address-section.tsx";
import type { CartAnswer } from "./cart.tsx";
import { InvoiceFields, NoteField, ReceiverFields } from "./contact-fields.tsx";
import type { Draft } from "./draft.ts";
import { PaymentChoice, ShippingChoice } from "./method-choices.tsx";
import { order_form } from "./order-form.ts";
import { Summary } from "./summary.tsx";

type Props = { draft: Draft; methods: PaymentMethodView[]; submission_key: string; lines: ReactNode };

/** One page, one form: who, where, by whom, how paid. The lines above it are forms of their own, so it cannot hold them. */
export function CheckoutForm({ draft: saved, methods, submission_key, lines }: Props) {
  const paths = usePaths();
  const answer = useActionData() as CartAnswer | undefined;
  const came_back = problemOf(answer, "place");
  const { problem, onChange, mend } = useMended(came_back);
  const { draft, form, refresh } = useLiveDraft(saved, answer);
  const navigation = useNavigation();
  const placing = navigation.formData?.get("intent") === "place";
  useFocusFirstError(came_back);
  const refreshed: Refresh = (name, value) => {
    if (name) mend(name);
    refresh(name, value);
  };
  const { cart } = draft;
  return (
    <div className="with-summary">
      <div className="stack-loose">
        <Problem problem={problem} total={cart.totals.total} />
        {lines}
        <Form
          id={order_form}
          ref={form}
          method="post"
          action={paths.cart()}
          className="stack-loose"
          noValidate
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
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <input type="hidden" name="cart_id" value={cart.cart_id} />
          <input type="hidden" name="expected_total" value={cart.totals.total} />
          {/* What the book fills in takes the place of what was typed. */}
          <ReceiverFields key={draft.chosen} receiver={draft.receiver} problem={draft.fill ? undefined : problem} />
          <AddressSection
            draft={draft}
            saved={cart.shipping_address}
            problem={draft.fill ? undefined : problem}
            refresh={refreshed}
          />
          <ShippingChoice
            key={`${draft.place.ward_code} ${draft.place.current_ward_code}`}
            quotes={draft.quotes}
            chosen={cart.shipping?.code ?? null}
            has_place={draft.place.ward_code !== ""}
            error={cart.shipping ? undefined : fieldError(problem, "shipping_method")}
            refresh={refreshed}
          />
          <PaymentChoice methods={methods} chosen={cart.payment_method} cash={cart.totals.cash} problem={problem} />
          <InvoiceFields invoice={cart.company_invoice} problem={problem} />
          <NoteField note={cart.note} problem={problem} />
        </Form>
      </div>
      <Summary cart={cart} placing={placing} />
    </div>
  );
}

/**
 * The newest draft: asked for while the form is filled in, answered with a form that came back, or as saved. A cart that
 * has changed meanwhile makes an asked one old.
 */
function useLiveDraft(saved: Draft, answer: CartAnswer | undefined) {
  const paths = usePaths();
  // Without a key: what an earlier visit to this page asked is not this one's.
  const fetcher = useFetcher<CartAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const refresh = (name?: string, value?: string) => {
    if (!form.current) return;
    const values = new FormData(form.current);
    if (name) values.set(name, value ?? "");
    values.set("intent", "refresh");
    fetcher.submit(values, { method: "post", action: paths.cart() });
  };
  const asked = fetcher.data?.draft ?? answer?.draft;
  const seen = useRef(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded cart makes the asked draft old
  useEffect(() => {
    if (seen.current !== saved && asked) refresh();
    seen.current = saved;
  }, [saved]);
  return { draft: asked ?? saved, form, refresh };
}

function Problem({ problem, total }: { problem: ReturnType<typeof problemOf>; total: number }) {
  const { cart: words } = useMessages();
  if (!problem) return null;
  if (problem.code === "price_changed") {
    return (
      <Note tone="honey" role="alert">
        <b>{words.price_changed_title}</b>
        <p>{words.price_changed_text({ total: formatted(total) })}</p>
      </Note>
    );
  }
  const labels = labelsOf(words);
  const errors = inOrderOf(labels, problem.errors).map(([id, [text]]) => ({
    id,
    text: [labels[id], text ?? problem.message].filter(Boolean).join(": "),
  }));
  if (errors.length === 0 && problem.code === "invalid") return null;
  if (errors.length > 1) return <ErrorSummary title={words.problem_title} errors={errors} />;
  return (
    <Note tone="danger" role="alert">
      {errors[0]?.text ?? problem.message}
    </Note>
  );
}

/** The summary names the field of each mistake, because several may read alike. */
function labelsOf(words: ReturnType<typeof useMessages>["cart"]): Record<string, string> {
  return {
    full_name: words.full_name,
    phone: words.phone,
    email: words.email,
    "address.city_code": words.province,
    "address.district_code": words.district,
    "address.ward_code": words.ward,
    "address.street": words.street,
    shipping_method: words.shipping,
    payment_method: words.payment,
    "company_invoice.company_name": words.company_name,
    "company_invoice.tax_code": words.tax_code,
    "company_invoice.email": words.invoice_email,
  };
}
