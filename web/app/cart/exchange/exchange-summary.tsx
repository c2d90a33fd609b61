import type { ExchangeCart } from "contract/cart/exchange.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import { Due } from "../parts/due.tsx";

/** Points and money apart: the balance before and after, and the fee. The button belongs to the form beside it. */
export function ExchangeSummary({ cart, placing }: { cart: ExchangeCart; placing: boolean }) {
  const { exchange: words } = useMessages();
  const { points, totals, shipping, needs_delivery: isSent, is_too_young: isTooYoung } = cart;
  const chosen = cart.items.filter(({ selected }) => selected);
  const count = chosen.reduce((all, { quantity }) => all + quantity, 0);
  const isBlocked = chosen.length === 0 || isTooYoung || points.missing > 0 || chosen.some(({ problem }) => problem);
  const say = (figure: number) => words.points({ points: formatNumber(figure) });
  const fee = shipping ? formatDong(totals.shipping) : words.fee_later;
  return (
    <aside className="stick stack" aria-labelledby="summary">
      <section className="card panel stack">
        <h2 className="h4" id="summary">
          {words.summary}
        </h2>
        <div aria-live="polite" className="stack">
          <KeyValues
            rows={[
              { key: "have", name: words.have, value: say(points.balance) },
              { key: "gifts", name: words.gifts({ count }), value: `−${say(points.needed)}` },
              ...(points.missing > 0
                ? [{ key: "missing", name: words.missing_row, value: say(points.missing) }]
                : [{ key: "after", name: words.after, value: say(points.balance - points.needed) }]),
            ]}
          />
          <hr className="rule" />
          <KeyValues
            rows={[
              { key: "goods", name: words.goods, value: formatDong(0) },
              ...(isSent ? [{ key: "fee", name: words.fee, value: fee }] : []),
            ]}
          />
          <div className="between row-wrap">
            <b>{words.due}</b>
            <span className="price price-total num">
              <b>
                <Due amounts={[totals.total]} />
              </b>
            </span>
          </div>
        </div>
        {chosen.length === 0 && <Note tone="honey">{words.nothing_chosen}</Note>}
        {isTooYoung && <Note tone="honey">{words.too_young}</Note>}
        {points.missing > 0 && !isTooYoung && (
          <Note tone="honey">{words.missing({ points: formatNumber(points.missing) })}</Note>
        )}
        <Button
          form={ORDER_FORM}
          name="intent"
          value="place"
          size="large"
          full
          disabled={Boolean(isBlocked)}
          loading={placing}
          loadingText={words.placing}
        >
          {words.place({ points: formatNumber(points.needed) })}
        </Button>
        <p className="muted tiny">{words.rules}</p>
      </section>
    </aside>
  );
}
