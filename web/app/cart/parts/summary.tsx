import type { Cart } from "contract/cart/cart.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import { shownAmounts } from "../../shared/amount-rows.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import { Due } from "./due.tsx";

type Props = {
  cart: Cart;
  placing: boolean;
  /** The total that was seen before a price changed, until it is agreed to. */
  before: number | undefined;
  /** Why the last click was answered with another total, or without a gift. */
  refused: ReactNode;
  /** What lowers the sum, above it. */
  children?: ReactNode;
};

/** Every figure is the server's. The button belongs to the form beside it. */
export function Summary({ cart, placing, before, refused, children }: Props) {
  const { cart: words, codes, points } = useMessages();
  const paths = usePaths();
  const { totals } = cart;
  const recounting = /^(?:add|update|remove)$/.test(String(useNavigation().formData?.get("intent")));
  const selected = cart.items.filter((item) => item.selected);
  const isBuying = selected.some((item) => item.kind === "bought"); // gifts alone are no order
  const pieces = selected.reduce((count, item) => count + item.quantity, 0);
  const blocked = selected.some((item) => item.problem !== null);
  return (
    <aside className="stick stack" aria-labelledby="summary">
      {children}
      <section className="card panel stack">
        <h2 className="h4" id="summary">
          {words.summary}
        </h2>
        <KeyValues rows={rowsOf(cart, { cart: words, codes }, pieces)} />
        <hr className="rule" />
        <div className="between row-wrap" aria-live="polite" aria-busy={recounting}>
          <b>{words.total}</b>
          <span className="price price-total num">
            <b>
              <Due amounts={[totals.total]} />
            </b>
          </span>
        </div>
        <p className="muted small">{words.vat_included({ vat: formatDong(totals.vat) })}</p>
        {totals.saving > 0 && <p className="saving small">{words.saving({ saving: formatDong(totals.saving) })}</p>}
        {isBuying && cart.points !== null && cart.points.earns > 0 && (
          <p className="small row points-earned">
            <Icon name="coin" size={16} />
            {points.earns({ points: formatNumber(cart.points.earns) })}
          </p>
        )}
        {!isBuying && <Note tone="honey">{words.nothing_selected}</Note>}
        <div role="alert" className="stack">
          {before !== undefined && (
            <Note tone="honey">
              <Due amounts={[before, totals.total]} say={(before, now) => words.total_changed({ before, now })} />
            </Note>
          )}
        </div>
        {refused && before === undefined && <Note tone="honey">{refused}</Note>}
        <Button
          form={ORDER_FORM}
          name="intent"
          value="place"
          size="large"
          full
          disabled={!isBuying || blocked}
          loading={placing}
          loadingText={words.placing}
        >
          <Due amounts={[totals.total]} say={(total) => words.place({ total })} />
        </Button>
        <p className="muted small text-centre">
          {words.agree}
          <a className="link" href={paths.information("dieu-khoan")}>
            {words.terms}
          </a>
          {words.and}
          <a className="link" href={paths.information("doi-tra")}>
            {words.return_policy}
          </a>
          {words.agree_after}
        </p>
      </section>
      <Note tone="ok">{words.exchange}</Note>
    </aside>
  );
}

type Words = Pick<Messages, "cart" | "codes">;

function rowsOf({ totals, shipping, codes }: Cart, messages: Words, count: number) {
  const { cart: words } = messages;
  const taken = codes.flatMap(({ slot, code, title, amount }) =>
    amount > 0 ? { source: slot, code, label: title, amount: 0 - amount } : [],
  );
  const rows = shownAmounts(totals, taken, messages, {
    goods: words.goods({ count }),
    shipping: shipping === null ? words.shipping_fee_later : undefined,
    whole: totals.cash,
  });
  // Which way to pay is chosen is known to the style alone.
  return rows.map((row) => (row.key === "rounding" ? { ...row, className: "in-cash" } : row));
}
