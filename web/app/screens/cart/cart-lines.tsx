import type { CartItem } from "contract/cart.ts";
import { imageUrl, srcset } from "contract/images.ts";
import { formatDong } from "contract/money.ts";
import { Form } from "react-router";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Price } from "../../ui/price.tsx";
import { QuantityStepper } from "../../ui/quantity.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";

export function CartLines({ items }: { items: readonly CartItem[] }) {
  const { cart: words } = useMessages();
  return (
    <section className="card" aria-labelledby="lines">
      <div className="card-head">
        <h2 className="h4" id="lines">
          {words.lines({ count: items.length })}
        </h2>
      </div>
      <ul className="lines">
        {items.map((item) => (
          <Line key={item.key} item={item} />
        ))}
      </ul>
    </section>
  );
}

/** Every change of a line is a small form to this page, so each works asleep as well. */
function Line({ item }: { item: CartItem }) {
  const { cart: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { name, image, selected } = item;
  const old_price = item.list_price !== null && item.list_price > item.unit_price ? item.list_price : null;
  return (
    <li>
      <LineForm intent="update">
        <input type="hidden" name="product_id" value={item.product_id} />
        <input type="hidden" name="selected" value={String(!selected)} />
        <button className="tick" type="submit" aria-pressed={selected} aria-label={words.buy_this({ name })}>
          <Icon name="check" size={14} />
        </button>
      </LineForm>
      <span className="thumb">
        <img
          src={imageUrl(image.id, 160)}
          srcSet={srcset(image.id, [96, 160, 240])}
          sizes="72px"
          alt=""
          width={72}
          height={72}
        />
      </span>
      <div className="grow stack">
        <div>
          <a className="line-name" href={paths.product(item)} {...foreign(item.lang, locale)}>
            <Unbroken text={name} />
          </a>
          {item.colour && <p className="muted text-sm">{item.colour}</p>}
          {!selected && <p className="muted text-sm">{words.kept_for_later}</p>}
        </div>
        <Price
          price={formatDong(item.unit_price)}
          oldPrice={old_price === null ? undefined : formatDong(old_price)}
          words={{ price: words.price, oldPrice: words.list_price }}
        />
        {item.flash_sale && <Badge tone="sale-soft">{words.flash_sale}</Badge>}
        {item.price_before !== null && (
          <Note tone="honey">
            {words.price_changed({ before: formatDong(item.price_before), now: formatDong(item.unit_price) })}
          </Note>
        )}
        {item.problem && <Note tone="danger">{words.problems[item.problem.code](item.problem)}</Note>}
        <div className="between">
          <LineForm intent="update">
            <input type="hidden" name="product_id" value={item.product_id} />
            <QuantityStepper
              name="quantity"
              value={item.quantity}
              min={Math.max(1, item.minimum)}
              max={Math.max(item.maximum, 1)}
              size="compact"
              labels={{
                quantity: words.quantity_of({ name }),
                decrease: words.decrease,
                increase: words.increase,
                update: words.update,
              }}
              maxMessage={words.at_most({ count: item.maximum })}
              minMessage={words.at_least({ count: item.minimum })}
            />
          </LineForm>
          <LineForm intent="remove">
            <input type="hidden" name="key" value={item.key} />
            <IconButton icon="trash" label={words.take_out({ name })} />
          </LineForm>
        </div>
      </div>
    </li>
  );
}

function LineForm({ intent, children }: { intent: string; children: React.ReactNode }) {
  const paths = usePaths();
  return (
    <Form method="post" action={paths.cart()} preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

/** A line just taken out can come back as it was. */
export function Removed({ name, product_id, quantity }: { name: string; product_id: number; quantity: number }) {
  const { cart: words } = useMessages();
  return (
    <Note tone="ok" role="status">
      <LineForm intent="add">
        <input type="hidden" name="product_id" value={product_id} />
        <input type="hidden" name="quantity" value={quantity} />
        <span className="row-wrap row">
          {words.removed({ name })}
          <Button variant="ghost" size="small">
            {words.undo}
          </Button>
        </span>
      </LineForm>
    </Note>
  );
}
