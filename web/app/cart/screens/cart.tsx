import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { messagesOf } from "messages/messages.ts";
import { data, redirect, useActionData } from "react-router";
import { localeOf, requestContext, shopOf } from "../../context.ts";
import {
  EMPTY,
  type FormProblem,
  type FormValue,
  fromForm,
  newSubmissionKey,
  readForm,
  sent,
  submit,
  unfinished,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { refererPath } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { type Added, keepAfterRefresh } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { keepOrderProof } from "../../session/order-proof.ts";
import { addressSent, nestedAddress } from "../../shared/place-draft.ts";
import { tilesOf } from "../../shared/products/category-tiles.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash, rememberCart } from "../../visitor.ts";
import { actOnCards, type CardsAnswer, cardActOf, hasTypedCard } from "../codes/card-acts.ts";
import { actOf, actOnCodes, type CodesAnswer } from "../codes/code-acts.ts";
import { actOnPoints, hasTypedPoints, type PointsAnswer, pointActOf } from "../codes/point-acts.ts";
import { CartLines, Removed } from "../parts/cart-lines.tsx";
import { CheckoutForm } from "../parts/checkout-form.tsx";
import { type Draft, draftFor, ordererOf, savedDraft } from "../parts/draft.ts";
import { EmptyCart } from "../parts/empty-cart.tsx";
import { keepTyped } from "../parts/keep-typed.ts";
import { lostGifts } from "../parts/lost-gifts.ts";
import type { Route } from "./+types/cart";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const draft = await savedDraft(shop, await ordererOf(shop, context));
  rememberCart(context, draft.cart.item_count);
  const isEmpty = draft.cart.items.length === 0;
  const tree = isEmpty ? await shop.catalogue.categoryTree({}) : [];
  return { draft, tiles: tilesOf(tree), submission_key: newSubmissionKey() };
}

export const shouldRevalidate = keepAfterRefresh;

/** What the actions of this page answer, besides a FormProblem. */
export type CartAnswer = {
  draft?: Draft;
  /** What came of a code, beside the draft with it. */
  codes?: CodesAnswer;
  /** What came of points, beside the draft with them. */
  points?: PointsAnswer;
  /** What came of a gift card, beside the draft with it. */
  cards?: CardsAnswer;
  /** A line just removed. What was bought can be restored. */
  removed?: Parameters<typeof Removed>[0];
  /** For a fetcher on another page: what is in the cart now. */
  added?: Added;
};

type Args = Route.ActionArgs;
type Form = Awaited<ReturnType<typeof readForm>>;

export async function action({ request, context }: Args) {
  const form = await readForm(request);
  const shop = shopOf(context);
  switch (intentOf(form)) {
    case "add":
    case "buy":
      return add(context, shop, { ...form, return_to: form.return_to || refererPath(request) });
    case "update":
      return update(context, shop, form);
    case "remove":
      return remove(context, shop, form);
    case "refresh":
      return {
        ...unfinished(form, "place"),
        draft: await draftFor(shop, form.input, await ordererOf(shop, context)),
      } satisfies CartAnswer;
    case "codes":
      return codes(context, shop, form);
    case "points":
      return points(context, shop, form);
    case "cards":
      return cards(context, shop, form);
    case "place":
      return place(context, shop, form);
    default:
      return redirect(pathsIn(localeOf(context)).cart(), 303);
  }
}

/**
 * Look-up buttons request the form again. So does an order whose address was chosen but not filled in yet, as happens
 * without scripts: what it costs there has to be seen first. So has an order with a code, points or a gift card that were
 * typed and not applied.
 */
function intentOf({ intent, input }: Form): string {
  if (actOf(input)) return "codes";
  if (pointActOf(input)) return "points";
  if (cardActOf(input)) return "cards";
  const { switch_system, use_address, address_id, address_filled } = input;
  if (switch_system || use_address) return "refresh";
  if (intent === "place" && typeof input.code === "string" && input.code.trim() !== "") return "codes";
  if (intent === "place" && hasTypedPoints(input)) return "points";
  if (intent === "place" && hasTypedCard(input)) return "cards";
  if (intent !== "place" || address_id === undefined || address_id === address_filled) return intent;
  input.use_address = address_id;
  return "refresh";
}

/** The rest of the form stays as it was typed. */
async function codes(context: Args["context"], shop: Shop, form: Form) {
  const words = messagesOf(localeOf(context)).codes;
  const act = actOf(form.input);
  const answer = await actOnCodes(shop, form.input, act ?? "apply_code", words);
  const draft = await draftFor(shop, form.input, await ordererOf(shop, context));
  rememberCart(context, draft.cart.item_count);
  const came = { ...unfinished(form, "place"), draft, codes: answer } satisfies CartAnswer;
  return act ? came : notOrdered(came, "code", answer.error);
}

/**
 * An order that was not placed, for something typed beside it was not applied: either that was refused and is named like any
 * other field, or the order costs something else now, which has to be seen first.
 */
function notOrdered<C extends CartAnswer & FormProblem>(
  came: C,
  field: "code" | "points" | "card_code",
  refusal: string | null,
) {
  if (refusal === null) return data({ ...came, code: "price_changed" }, { status: 409 });
  return data({ ...came, errors: { [field]: [refusal] } }, { status: 422 });
}

/** The rest of the form stays as it was typed. */
async function points(context: Args["context"], shop: Shop, form: Form) {
  const words = messagesOf(localeOf(context)).points;
  const act = pointActOf(form.input);
  const answer = await actOnPoints(shop, form.input, act ?? "apply_points", words);
  const draft = await draftFor(shop, form.input, await ordererOf(shop, context));
  const came = { ...unfinished(form, "place"), draft, points: answer } satisfies CartAnswer;
  return act ? came : notOrdered(came, "points", answer.error);
}

/** The rest of the form stays as it was typed. */
async function cards(context: Args["context"], shop: Shop, form: Form) {
  const words = messagesOf(localeOf(context)).cards;
  const act = cardActOf(form.input);
  const answer = await actOnCards(shop, form.input, act ?? "apply_card", words);
  const draft = await draftFor(shop, form.input, await ordererOf(shop, context));
  const came = { ...unfinished(form, "place"), draft, cards: answer } satisfies CartAnswer;
  return act ? came : notOrdered(came, "card_code", answer.error);
}

/** Stays on the page for a fetcher; goes back, or on to the cart, for a plain form. */
function add(context: Args["context"], shop: Shop, form: Form) {
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const asked = { ...sent(form, "product_id", "quantity"), ...(form.intent === "buy" && { at_least: "1" as const }) };
  return submit(form, shop.cart.addItem, asked, (cart) => {
    rememberCart(context, cart.item_count);
    const line = cart.items.find((item) => item.kind === "bought" && String(item.product_id) === form.input.product_id);
    if (form.intent === "buy") return redirect(paths.cart(), 303);
    const { name = "", quantity: count = 1 } = line ?? {};
    const text = messagesOf(locale).cart.added({ name, count });
    const { item_count, totals } = cart;
    if (!context.get(requestContext).is_document) {
      return { added: { text, item_count, goods: totals.goods } } satisfies CartAnswer;
    }
    flash(context, "success", text);
    return redirect(sameSitePath(form.return_to, paths.cart()), 303);
  });
}

/** The cart before is read only where the page showed a gift that the change may cost. */
async function update(context: Args["context"], shop: Shop, form: Form) {
  const locale = localeOf(context);
  const before = form.input.has_gift ? await shop.cart.get({}) : null;
  const input = { ...sent(form, "product_id", "selected"), ...stepped(form) };
  return submit(form, shop.cart.updateItem, input, (cart) => {
    rememberCart(context, cart.item_count);
    const lost = before ? lostGifts(before, cart) : [];
    if (lost.length > 0) flash(context, "info", lost.map(messagesOf(locale).cart.gift_lost).join(" "));
    return redirect(pathsIn(locale).cart(), 303);
  });
}

/** Before hydration minus and plus send one step beside the typed figure. */
function stepped(form: Form) {
  const { step, quantity } = form.input;
  return step === undefined ? sent(form, "quantity") : { quantity: String(Number(quantity) + Number(step)) };
}

async function remove(context: Args["context"], shop: Shop, form: Form) {
  const before = await shop.cart.get({});
  const line = before.items.find((item) => item.key === form.input.key);
  return submit(form, shop.cart.removeItem, sent(form, "key"), (cart) => {
    rememberCart(context, cart.item_count);
    if (!line) return {};
    const { kind, name, product_id } = line;
    const shown = Number(form.input.shown);
    const bought = { product_id, quantity: shown > 0 ? shown : line.quantity };
    const removed = { name, lost_gifts: lostGifts(before, cart), ...(kind === "bought" && { bought }) };
    return { removed } satisfies CartAnswer;
  });
}

async function place(context: Args["context"], shop: Shop, form: Form) {
  const order = orderInput(form);
  const answer = await submit(form, shop.orders.place, order, async ({ order_code, uid_payment }) => {
    await keepOrderProof(context, { order_code, phone: textOf(form.input.phone) ?? "" });
    rememberCart(context, (await shop.identity.session({})).cart_count);
    if (form.input.save_address) await keepAddress(context, shop, form);
    return redirect(pathsIn(localeOf(context)).paymentStatus({ uid_payment }), 303);
  });
  if (answer instanceof Response) return answer;
  if (answer.data.code === "phone_unconfirmed") {
    await keepTyped(shop, order);
    return redirect(pathsIn(localeOf(context)).checkoutCode({ change: 1 }), 303);
  }
  // A code or a gift may have been lost to what only the order knows: whose it is, how it is paid.
  if (answer.data.code === "price_changed") {
    const { codes, items } = await shop.cart.get({});
    if (codes.length > 0 || items.some(({ kind }) => kind === "gift")) await keepTyped(shop, order);
  }
  const draft = await draftFor(shop, form.input, await ordererOf(shop, context));
  // Ordered before the fees of its address were loaded: a method is chosen now, and the total with its fee has to be seen first.
  const isEarly = draft.cart.shipping !== null && Object.keys(answer.data.errors).join() === "shipping_method";
  if (isEarly) return data({ ...answer.data, errors: {}, code: "price_changed", draft }, { status: 409 });
  return data({ ...answer.data, draft }, answer.init ?? undefined);
}

/** The order is placed whatever the result of this: a full book is reported, and nothing else can fail any more. */
async function keepAddress(context: Args["context"], shop: Shop, form: Form) {
  const input = { ...addressSent(nestedAddress(form.input)), ...sent(form, "full_name", "phone") };
  try {
    await fromForm(shop.fulfilment.addAddress)(input);
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    flash(context, "info", error.body.message);
  }
}

/** The invoice counts only while its box is ticked. */
function orderInput(form: Form) {
  const { wants_invoice, company_invoice = {} } = form.input;
  return {
    ...sent(form, "full_name", "phone", "email", "note", "address", "shipping_method"),
    // A call that names no method means the card; who chose none in the form is asked.
    ...sent({ input: { payment_method: EMPTY, ...form.input } }, "payment_method"),
    ...sent(form, "cart_id", "expected_total", "expected_gifts"),
    ...(wants_invoice && { company_invoice }),
  };
}

function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export const meta: Route.MetaFunction = (args) => {
  const { cart } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: cart.title, description: cart.description, path: null });
};

export default function CartScreen({ loaderData }: Route.ComponentProps) {
  const { cart: words } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as CartAnswer | undefined;
  const refused = problemOf(answer, "add") ?? problemOf(answer, "buy");
  const { tiles, ...checkout } = loaderData;
  const { cart, has_book } = checkout.draft;
  return (
    <>
      <div className="section-head section">
        <h1>{words.title}</h1>
        <a className="link" href={paths.products()}>
          {words.continue_shopping}
        </a>
      </div>
      {refused && (
        <Note tone="danger" role="alert">
          {refused.message}
        </Note>
      )}
      {answer?.removed && <Removed {...answer.removed} />}
      {cart.items.length === 0 ? (
        <EmptyCart tiles={tiles} is_guest={!has_book} />
      ) : (
        <CheckoutForm
          {...checkout}
          lines={({ items, missed_gifts }) => <CartLines items={items} missed_gifts={missed_gifts} />}
        />
      )}
    </>
  );
}
