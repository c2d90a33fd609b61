import type { ShippingQuote } from "contract/fulfilment.ts";
import { formatDate } from "contract/locale.ts";
import { formatDong } from "contract/money.ts";
import type { PaymentMethodView } from "contract/payments.ts";
import { type FormProblem, fieldError, typed } from "../../forms.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, RadioCard } from "../../ui/choices.tsx";
import type { Refresh } from "../address-fields.tsx";

const logos = import.meta.glob<string>("../../../art/payment/*.svg", { query: "?url", import: "default", eager: true });

type ShippingProps = {
  quotes: readonly ShippingQuote[];
  chosen: string | null;
  has_place: boolean;
  error: string | undefined;
  refresh: Refresh;
};

/** What cannot be chosen stays visible, with its reason. */
export function ShippingChoice({ quotes, chosen, has_place, error, refresh }: ShippingProps) {
  const { cart: words } = useMessages();
  const none = quotes.every((quote) => !quote.available);
  return (
    <section className="card panel" aria-live="polite">
      <ChoiceGroup
        id="shipping_method"
        legend={<span className="h4">{words.shipping}</span>}
        error={error}
        className="radio-cards"
      >
        {quotes.map((quote) => (
          <RadioCard
            key={quote.code}
            name="shipping_method"
            value={quote.code}
            disabled={!quote.available}
            defaultChecked={quote.code === chosen}
            onChange={() => refresh("shipping_method", quote.code)}
            title={<QuoteTitle quote={quote} />}
            line={<QuoteLine quote={quote} />}
            fee={quote.available ? <Fee quote={quote} /> : null}
          />
        ))}
      </ChoiceGroup>
      {none && <p className="muted">{has_place ? words.shipping_none : words.shipping_needs_place}</p>}
      {!none && (
        <Button variant="secondary" size="small" name="intent" value="refresh" className="without-script">
          {words.refresh_fees}
        </Button>
      )}
    </section>
  );
}

function QuoteTitle({ quote }: { quote: ShippingQuote }) {
  const { cart: words } = useMessages();
  return (
    <span className="row row-wrap">
      {quote.name}
      {quote.available && quote.cheapest && <Badge tone="ok">{words.cheapest}</Badge>}
      {quote.available && quote.fastest && <Badge tone="brand">{words.fastest}</Badge>}
    </span>
  );
}

function QuoteLine({ quote }: { quote: ShippingQuote }) {
  const { cart: words, fulfilment } = useMessages();
  const locale = useLocale();
  if (!quote.available) return quote.unavailable_reason && fulfilment.unavailable[quote.unavailable_reason];
  const day = (date: string) => formatDate(new Date(`${date}T00:00:00+07:00`), locale);
  const parts = quote.shipments.map(
    (part) => `${fulfilment.classes[part.shipping_class]} ${formatDong(part.fee)} (${part.name})`,
  );
  return (
    <>
      {words.arrives({ from: day(quote.eta_from), to: day(quote.eta_to) })}
      {parts.length > 1 && <span className="block">{words.parts({ parts: parts.join(", ") })}</span>}
      {quote.inspection_allowed && <span className="block">{fulfilment.inspection}</span>}
    </>
  );
}

function Fee({ quote }: { quote: ShippingQuote }) {
  const { cart: words } = useMessages();
  const { fee, fee_discount } = quote;
  if (fee_discount === 0) return fee === 0 ? words.free : formatDong(fee);
  return (
    <>
      <s className="muted block font-regular">{formatDong(fee)}</s>
      {fee === fee_discount ? words.free : formatDong(quote.fee - fee_discount)}
    </>
  );
}

type PaymentProps = {
  methods: readonly PaymentMethodView[];
  chosen: string | null;
  /** What a courier would have to collect. */
  cash: number;
  problem: FormProblem | undefined;
};

export function PaymentChoice({ methods, chosen, cash, problem }: PaymentProps) {
  const { cart: words } = useMessages();
  const able = (method: PaymentMethodView) => method.maximum === null || cash <= method.maximum;
  const wanted = typed(problem, "payment_method", chosen ?? "");
  const first = methods.find((method) => method.code === wanted && able(method));
  return (
    <section className="card panel">
      <ChoiceGroup
        id="payment_method"
        legend={<span className="h4">{words.payment}</span>}
        error={fieldError(problem, "payment_method")}
        className="radio-cards"
      >
        {methods.map((method) => (
          <RadioCard
            key={method.code}
            name="payment_method"
            value={method.code}
            disabled={!able(method)}
            defaultChecked={method === first}
            title={method.name}
            line={method.description}
            image={logos[`../../../art/payment/${method.logo}.svg`]}
          />
        ))}
      </ChoiceGroup>
    </section>
  );
}
