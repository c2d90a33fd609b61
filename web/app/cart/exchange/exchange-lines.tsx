import type { ExchangeItem } from "contract/cart/exchange.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { SmallThumb } from "../../shared/products/small-thumb.tsx";
import { IconButton } from "../../ui/button.tsx";
import { QuantityStepper } from "../../ui/fields/quantity.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

export function ExchangeLines({ items }: { items: readonly ExchangeItem[] }) {
  const { exchange: words } = useMessages();
  return (
    <section className="card" aria-labelledby="gifts">
      <div className="card-head row-wrap">
        <h2 className="h4" id="gifts">
          {words.gifts({ count: items.length })}
        </h2>
        <span className="tiny muted">{words.own_cart}</span>
      </div>
      <ul className="lines">
        {items.map((item) => (
          <Line key={item.key} item={item} />
        ))}
      </ul>
    </section>
  );
}

/** Every change of a line is a small form to this page, so each works before hydration as well. */
function Line({ item }: { item: ExchangeItem }) {
  const { exchange: words, cart } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const pending = useNavigation().formData;
  const refused = problemOf(useActionData(), "update");
  const { name, key, product_id, product, quantity, selected, maximum, problem } = item;
  const isMine = pending?.get("product_id") === String(product_id) && pending?.get("intent") === "update";
  const isTicked = isMine && pending?.has("selected") ? pending.get("selected") === "true" : selected;
  const label = <Unbroken text={name} />;
  return (
    <li hidden={pending?.get("intent") === "remove" && pending.get("key") === key}>
      <LineForm intent="update">
        <Hidden<"cart.updateReward"> name="product_id" value={product_id} />
        <Hidden<"cart.updateReward"> name="selected" value={`${!selected}`} />
        <button className="tick" type="submit" aria-pressed={isTicked} aria-label={words.choose({ name })}>
          <Icon name="check" size={14} />
        </button>
      </LineForm>
      {item.image ? (
        <SmallThumb id={item.image.id} />
      ) : (
        <span className="reward-sign">
          <Icon name="ticket" size={24} />
        </span>
      )}
      <div className="grow stack cart-line">
        <div>
          {product ? (
            <a className="line-name" href={paths.product(product)} {...foreign(item.lang, locale)}>
              {label}
            </a>
          ) : (
            <p className="line-name" {...foreign(item.lang, locale)}>
              {label}
            </p>
          )}
          <p className="tiny muted num">{termsOf()}</p>
          {!isTicked && <p className="muted small">{words.left_out}</p>}
        </div>
        <b className="reward-points num">{words.points({ points: formatNumber(item.line_points) })}</b>
        {problem && <Note tone="danger">{words.problems[problem]({ maximum })}</Note>}
        <div className="between">
          <LineForm intent="update">
            <Hidden<"cart.updateReward"> name="product_id" value={product_id} />
            <QuantityStepper
              name={"quantity" satisfies FieldOf<"cart.updateReward">}
              value={quantity}
              resetKey={refused}
              max={Math.max(maximum, 1)}
              size="compact"
              labels={{
                quantity: cart.quantity_of({ name }),
                decrease: cart.decrease,
                increase: cart.increase,
                update: cart.update,
              }}
              maxMessage={maximum > 0 ? cart.at_most({ count: maximum }) : undefined}
            />
          </LineForm>
          <LineForm intent="remove">
            <Hidden<"cart.removeReward"> name="key" value={key} />
            <IconButton icon="trash" label={words.take_out({ name })} />
          </LineForm>
        </div>
      </div>
    </li>
  );

  function termsOf(): string {
    const { valid_days, value, limit_per_customer: limit } = item;
    return [
      value !== null && words.worth({ amount: formatDong(value) }),
      valid_days !== null && words.issued({ days: valid_days }),
      limit !== null && words.limit({ count: limit }),
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

function LineForm({ intent, children }: { intent: string; children: ReactNode }) {
  const paths = usePaths();
  return (
    <Form method="post" action={paths.exchangeCart()} preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      {/* send.ts gives the key where it is sent by script. */}
      <input type="hidden" name="idempotency_key" value="" />
      {children}
    </Form>
  );
}
