import type { Cart, CartItem } from "contract/cart/cart.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { QuantityStepper } from "../../ui/fields/quantity.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import type { LostGift } from "./lost-gifts.ts";

export function CartLines({ items, missed_gifts }: Pick<Cart, "items" | "missed_gifts">) {
  const { cart: words } = useMessages();
  const hasGift = items.some(({ kind, programme }) => kind === "gift" && programme !== null);
  return (
    <section className="card" aria-labelledby="lines">
      <div className="card-head">
        <h2 className="h4" id="lines">
          {words.lines({ count: items.length })}
        </h2>
      </div>
      <ul className="lines">
        {items.map((item) =>
          item.kind === "gift" ? (
            <Gift key={item.key} item={item} />
          ) : (
            <Line key={item.key} item={item} hasGift={hasGift} />
          ),
        )}
      </ul>
      {missed_gifts.map(({ slug, title }) => (
        <Note key={slug} tone="honey">
          {words.gift_gone({ title })}
        </Note>
      ))}
    </section>
  );
}

/** Every change of a line is a small form to this page, so each works before hydration as well. `hasGift`: there is one to lose. */
function Line({ item, hasGift }: { item: CartItem; hasGift: boolean }) {
  const { cart: words } = useMessages();
  const { name } = item;
  const pending = usePending(item);
  const selected = pending.selected ?? item.selected;
  const refused = problemOf(useActionData(), "update");
  const { quantity } = item;
  const [sent, setSent] = useState({ quantity, instead_of: quantity, refused });
  if (sent.refused !== refused) setSent({ quantity, instead_of: quantity, refused });
  const isLost = pending.quantity === undefined && quantity === sent.instead_of && quantity !== sent.quantity;
  const quantityForm = `quantity-${item.key}`;
  const priceBefore = item.list_price !== null && item.list_price > item.unit_price ? item.list_price : null;
  return (
    <li hidden={pending.is_removed}>
      <LineForm intent="update">
        <Hidden<"cart.updateItem"> name="product_id" value={item.product_id} />
        <Hidden<"cart.updateItem"> name="selected" value={`${!item.selected}`} />
        {hasGift && <input type="hidden" name="has_gift" value="1" />}
        <button className="tick" type="submit" aria-pressed={selected} aria-label={words.buy_this({ name })}>
          <Icon name="check" size={14} />
        </button>
      </LineForm>
      <Thumb image={item.image} />
      <div className="grow stack cart-line">
        <Named item={item}>{!selected && <p className="muted small">{words.saved_for_later}</p>}</Named>
        <Price
          price={formatDong(item.unit_price)}
          oldPrice={priceBefore === null ? undefined : formatDong(priceBefore)}
          labels={{ price: words.price, oldPrice: words.list_price }}
        />
        <ByProgramme item={item} />
        {item.flash_sale && <Badge tone="sale-soft">{words.flash_sale}</Badge>}
        {item.price_before !== null && (
          <Note tone="honey">
            {words.price_changed({ before: formatDong(item.price_before), now: formatDong(item.unit_price) })}
          </Note>
        )}
        {item.problem && <Problem problem={item.problem} />}
        {isLost && <NotSaved quantity={sent.quantity} saved={quantity} form={quantityForm} />}
        <div className="between">
          <LineForm intent="update" id={quantityForm}>
            <Hidden<"cart.updateItem"> name="product_id" value={item.product_id} />
            {hasGift && <input type="hidden" name="has_gift" value="1" />}
            <QuantityStepper
              name={"quantity" satisfies FieldOf<"cart.updateItem">}
              value={quantity}
              shouldSubmit={(figure) => isLost || figure !== (pending.quantity ?? quantity)}
              // Together with the router's own update, so that no state between the two is painted.
              onSubmit={(figure) => startTransition(() => setSent({ quantity: figure, instead_of: quantity, refused }))}
              resetKey={refused}
              min={Math.max(1, item.minimum)}
              max={Math.max(item.maximum, 1)}
              size="compact"
              labels={{
                quantity: words.quantity_of({ name }),
                decrease: words.decrease,
                increase: words.increase,
                update: words.update,
              }}
              maxMessage={item.maximum > 0 ? words.at_most({ count: item.maximum }) : undefined}
              minMessage={words.at_least({ count: item.minimum })}
            />
          </LineForm>
          <TakeOut item={item} shown={quantity === sent.instead_of ? sent.quantity : quantity} />
        </div>
      </div>
    </li>
  );
}

/** The shop says how many there are; the shopper may only do without it. */
function Gift({ item }: { item: CartItem }) {
  const { cart: words } = useMessages();
  const { is_removed } = usePending(item);
  return (
    <li hidden={is_removed}>
      <span className="tick" />
      <Thumb image={item.image} />
      <div className="grow stack cart-line">
        <Named item={item}>
          <Badge tone="brand">{words.gift}</Badge>
        </Named>
        <Price price={formatDong(item.unit_price)} labels={{ price: words.price, oldPrice: words.list_price }} />
        <ByProgramme item={item} />
        {item.problem && <Problem problem={item.problem} />}
        <div className="between">
          <span className="num">× {item.quantity}</span>
          {!item.programme && <TakeOut item={item} shown={item.quantity} />}
        </div>
      </div>
    </li>
  );
}

/** Why the line costs what it costs, or where the gift is from. */
function ByProgramme({ item: { programme } }: { item: CartItem }) {
  const { cart: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  if (!programme) return null;
  const { slug, title, lang } = programme;
  return (
    <a className="link small" href={paths.programme(slug)} {...foreign(lang, locale)}>
      {words.by_programme({ title })}
    </a>
  );
}

function Thumb({ image }: Pick<CartItem, "image">) {
  return (
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
  );
}

function Named({ item, children }: { item: CartItem; children: ReactNode }) {
  const paths = usePaths();
  const locale = useLocale();
  return (
    <div>
      <a className="line-name" href={paths.product(item)} {...foreign(item.lang, locale)}>
        <Unbroken text={item.name} />
      </a>
      {item.colour && <p className="muted small">{item.colour}</p>}
      {children}
    </div>
  );
}

/** `shown`: what comes back when it is undone, perhaps more than the shop has received by now. */
function TakeOut({ item: { key, name }, shown }: { item: CartItem; shown: number }) {
  const { cart: words } = useMessages();
  return (
    <LineForm intent="remove">
      <Hidden<"cart.removeItem"> name="key" value={key} />
      <input type="hidden" name="shown" value={shown} />
      <IconButton icon="trash" label={words.take_out({ name })} />
    </LineForm>
  );
}

function Problem({ problem }: { problem: NonNullable<CartItem["problem"]> }) {
  const { cart: words } = useMessages();
  const locale = useLocale();
  const { code, maximum, flash_until } = problem;
  if (code !== "above_maximum" || flash_until === null)
    return <Note tone="danger">{words.problems[code](problem)}</Note>;
  const until = formatDateTime(flash_until, locale);
  return (
    <Note tone="danger">{maximum > 0 ? words.flash_at_most({ maximum, until }) : words.flash_had({ until })}</Note>
  );
}

/** The quantity shown never reached the shop, or it is unknown whether it did. Decision 0264. */
function NotSaved({ form, ...figures }: { quantity: number; saved: number; form: string }) {
  const { cart: words, common } = useMessages();
  return (
    <Note tone="honey" role="status">
      <span className="row-wrap row">
        {words.not_saved(figures)}
        <Button variant="ghost" size="small" form={form}>
          {common.retry}
        </Button>
      </span>
    </Note>
  );
}

/** The pending change of this line, shown optimistically; a refusal shows the line as it is. */
function usePending({ kind, product_id, key }: CartItem): {
  selected?: boolean;
  quantity?: number;
  is_removed?: boolean;
} {
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  if (intent === "remove") return { is_removed: formData?.get("key") === key };
  if (kind !== "bought" || intent !== "update" || formData?.get("product_id") !== String(product_id)) return {};
  const quantity = Number(formData.get("quantity"));
  const selected = formData.get("selected");
  return { ...(selected && { selected: selected === "true" }), ...(quantity > 0 && { quantity }) };
}

function LineForm({ intent, id, children }: { intent: string; id?: string; children: ReactNode }) {
  const paths = usePaths();
  return (
    <Form id={id} method="post" action={paths.cart()} preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      {/* send.ts gives the key where it is sent by script. */}
      <input type="hidden" name="idempotency_key" value="" />
      {children}
    </Form>
  );
}

type RemovedProps = {
  name: string;
  bought?: { product_id: number; quantity: number };
  /** What left the cart with it. */
  lost_gifts?: readonly LostGift[];
};

/**
 * A removed line can be restored, a gift cannot: it would come back bought. The button that removed it is gone: the focus
 * comes here.
 */
export function Removed({ name, bought, lost_gifts = [] }: RemovedProps) {
  const { cart: words } = useMessages();
  const undo = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another removed line is another event
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus();
  }, [bought?.product_id]);
  const text = [words.removed({ name }), ...lost_gifts.map(words.gift_lost)].join(" ");
  if (!bought)
    return (
      <Note tone="ok" role="status">
        {text}
      </Note>
    );
  return (
    <Note tone="ok" role="status">
      <LineForm intent="add">
        <Hidden<"cart.addItem"> name="product_id" value={bought.product_id} />
        <Hidden<"cart.addItem"> name="quantity" value={bought.quantity} />
        <span className="row-wrap row">
          {text}
          <Button ref={undo} variant="ghost" size="small">
            {words.undo}
          </Button>
        </span>
      </LineForm>
    </Note>
  );
}
