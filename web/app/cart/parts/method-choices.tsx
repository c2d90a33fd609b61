import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { PaymentMethodView } from "contract/payments/payments.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { type FormProblem, fieldError, typed } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages } from "../../i18n.tsx";
import type { Refresh } from "../../shared/address-fields.tsx";
import { MethodCards } from "../../shared/method-cards.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, RadioCard } from "../../ui/fields/choices.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { marksOf, ownParts, type SameForAll, sameForAll } from "./quote-differences.ts";

type ShippingProps = {
  quotes: readonly ShippingQuote[];
  chosen: string | null;
  has_place: boolean;
  error: string | undefined;
  refresh: Refresh;
};

/** What holds for every choice is shown once, above them. What cannot be chosen stays visible, with its reason. */
export function ShippingChoice({ quotes, chosen, has_place, error, refresh }: ShippingProps) {
  const { cart: words } = useMessages();
  const none = quotes.every((quote) => !quote.available);
  const same = sameForAll(quotes);
  return (
    <section className="card panel" aria-live="polite">
      <ChoiceGroup
        id="shipping_method"
        legend={<span className="h4">{words.shipping}</span>}
        help={(same.parts.length > 0 || same.inspection_allowed) && <SameNote same={same} />}
        error={error}
        className="radio-cards"
      >
        {quotes.map((quote) => (
          <RadioCard
            key={quote.code}
            name={"shipping_method" satisfies FieldOf<"orders.place">}
            value={quote.code}
            disabled={!quote.available}
            defaultChecked={quote.code === chosen}
            onChange={() => refresh("shipping_method", quote.code)}
            title={<QuoteTitle quote={quote} same={same} marks={marksOf(quote, quotes)} />}
            line={<QuoteLine quote={quote} same={same} />}
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

function SameNote({ same: { parts, inspection_allowed } }: { same: SameForAll }) {
  const { cart: words, fulfilment } = useMessages();
  return (
    <>
      {parts.map(({ shipping_class, name, fee }) => (
        <span key={shipping_class} className="own-line">
          {words.part_of_all({
            goods: fulfilment.classes[shipping_class],
            carrier: name,
            fee: fee > 0 ? formatDong(fee) : "",
          })}
        </span>
      ))}
      {inspection_allowed && <span className="own-line">{fulfilment.inspection}</span>}
    </>
  );
}

type TitleProps = { quote: ShippingQuote; same: SameForAll; marks: ReturnType<typeof marksOf> };

/** The carrier of the parts that differ; a quote that does not differ has its own name. */
function QuoteTitle({ quote, same, marks }: TitleProps) {
  const { cart: words } = useMessages();
  const carriers = new Set(ownParts(quote, same).map(({ name }) => name));
  return (
    <span className="row row-wrap">
      {carriers.size > 0 ? [...carriers].join(" + ") : quote.name}
      {marks.map((mark) => (
        <Badge key={mark} tone={mark === "cheapest" ? "ok" : "brand"}>
          {words[mark]}
        </Badge>
      ))}
    </span>
  );
}

function QuoteLine({ quote, same }: { quote: ShippingQuote; same: SameForAll }) {
  const { cart: words, fulfilment } = useMessages();
  const locale = useLocale();
  if (!quote.available) return quote.unavailable_reason && fulfilment.unavailable[quote.unavailable_reason];
  const day = (date: string) => formatDate(new Date(`${date}T00:00:00+07:00`), locale);
  const own = ownParts(quote, same);
  const hasSeveralCarriers = new Set(own.map(({ service }) => service)).size > 1;
  const parts = own.map(({ shipping_class, fee, name }) =>
    [fulfilment.classes[shipping_class], formatDong(fee), hasSeveralCarriers ? `(${name})` : ""]
      .filter(Boolean)
      .join(" "),
  );
  return (
    <>
      {words.arrives({ from: day(quote.eta_from), to: day(quote.eta_to) })}
      {parts.length > 1 && <span className="own-line">{words.parts({ parts: parts.join(", ") })}</span>}
      {quote.inspection_allowed && !same.inspection_allowed && (
        <span className="own-line">{fulfilment.inspection}</span>
      )}
    </>
  );
}

function Fee({ quote }: { quote: ShippingQuote }) {
  const { cart: words } = useMessages();
  const { fee, fee_discount } = quote;
  if (fee_discount === 0) return fee === 0 ? words.free : formatDong(fee);
  return (
    <>
      <s>{formatDong(fee)}</s>
      {fee === fee_discount ? words.free : formatDong(quote.fee - fee_discount)}
    </>
  );
}

type PaymentProps = {
  methods: readonly PaymentMethodView[];
  chosen: string | null;
  /** The total is 0: there is nothing to choose. */
  is_nothing_due: boolean;
  problem: FormProblem | undefined;
};

export function PaymentChoice({ methods, chosen, is_nothing_due, problem }: PaymentProps) {
  const { cart: words } = useMessages();
  if (is_nothing_due) return <NothingDue />;
  return (
    <section className="card panel">
      <MethodCards
        methods={methods}
        name={"payment_method" satisfies FieldOf<"orders.place">}
        chosen={typed<"orders.place">(problem, "payment_method", chosen ?? "")}
        legend={<span className="h4">{words.payment}</span>}
        error={fieldError<"orders.place">(problem, "payment_method")}
      />
    </section>
  );
}

function NothingDue() {
  const { cart: words } = useMessages();
  return (
    <section className="card panel stack">
      <h2 className="h4">{words.payment}</h2>
      <p>{words.nothing_due}</p>
      <Hidden<"orders.place"> name="payment_method" value="none" />
    </section>
  );
}
