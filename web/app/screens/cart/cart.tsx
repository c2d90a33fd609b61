import type { Cart } from "contract/cart.ts";
import type { Shop } from "contract/contract.ts";
import { messagesOf } from "messages/messages.ts";
import { data, redirect, useActionData } from "react-router";
import { localeOf, shopOf, visitContext } from "../../context.ts";
import { emptyPicture } from "../../empty-picture.ts";
import { type FormInput, newSubmissionKey, readForm, submit, unfinished } from "../../forms.ts";
import { sameSitePath } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { keepOrderProof } from "../../order-proof.ts";
import { pathsIn } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { flash, rememberCart } from "../../visitor.ts";
import type { Route } from "./+types/cart";
import { CartLines, Removed } from "./cart-lines.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import { type Draft, draftOf, placeOf } from "./draft.ts";
import { keepTyped } from "./keep-typed.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const draft = await draftOf(shop, null);
  rememberCart(context, draft.cart.item_count);
  return { draft, methods: await shop.payments.methods({}), submission_key: newSubmissionKey() };
}

/** What the actions of this page answer, besides a FormProblem. */
export type CartAnswer = {
  draft?: Draft;
  /** A line just taken out: it can be put back. */
  removed?: { name: string; product_id: number; quantity: number };
  /** For a fetcher on another page: what is in the cart now. */
  added?: { name: string; cart: Cart };
};

type Args = Route.ActionArgs;
type Form = Awaited<ReturnType<typeof readForm>>;

export async function action({ request, context }: Args) {
  const form = await readForm(request);
  const shop = shopOf(context);
  switch (form.input.switch_system ? "refresh" : form.intent) {
    case "add":
    case "buy":
      return add(context, shop, form);
    case "update":
      return submit(stepped(form), shop.cart.updateItem, (cart) => changed(context, cart));
    case "remove":
      return remove(context, shop, form);
    case "refresh":
      return {
        ...unfinished(form, "place"),
        draft: await draftOf(shop, placeOf(form.input), textOf(form.input.shipping_method)),
      } satisfies CartAnswer;
    case "place":
      return place(context, shop, form);
    default:
      return redirect(pathsIn(localeOf(context)).cart(), 303);
  }
}

/** Stays on the page for a fetcher; goes back, or on to the cart, for a plain form. */
function add(context: Args["context"], shop: Shop, form: Form) {
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  return submit(form, shop.cart.addItem, (cart) => {
    rememberCart(context, cart.item_count);
    const line = cart.items.find((item) => String(item.product_id) === form.input.product_id);
    const name = line?.name ?? "";
    if (form.intent === "buy") return redirect(paths.cart(), 303);
    if (!context.get(visitContext).is_document) return { added: { name, cart } } satisfies CartAnswer;
    flash(context, "success", messagesOf(locale).cart.added({ name }));
    return redirect(sameSitePath(form.return_to, paths.cart()), 303);
  });
}

function changed(context: Args["context"], cart: Cart) {
  rememberCart(context, cart.item_count);
  return redirect(pathsIn(localeOf(context)).cart(), 303);
}

/** Before hydration minus and plus send one step beside the typed figure. */
function stepped(form: Form): Form {
  const { step, quantity, ...input } = form.input;
  if (step === undefined) return form;
  return { ...form, input: { ...input, quantity: String(Number(quantity) + Number(step)) } };
}

async function remove(context: Args["context"], shop: Shop, form: Form) {
  const before = await shop.cart.get({});
  const line = before.items.find((item) => item.key === form.input.key);
  return submit(form, shop.cart.removeItem, (cart) => {
    rememberCart(context, cart.item_count);
    if (!line) return {};
    const { name, product_id, quantity } = line;
    return { removed: { name, product_id, quantity } } satisfies CartAnswer;
  });
}

async function place(context: Args["context"], shop: Shop, form: Form) {
  const placing = (_input: unknown, options: Form["options"]) =>
    shop.orders.place(orderInput(form.input) as never, options);
  const answer = await submit(form, placing, async ({ order_code, uid_payment }) => {
    keepOrderProof(context, { order_code, phone: textOf(form.input.phone) ?? "" });
    rememberCart(context, (await shop.identity.session({})).cart_count);
    return redirect(pathsIn(localeOf(context)).paymentStatus({ uid_payment }), 303);
  });
  if (answer instanceof Response) return answer;
  if (answer.data.code === "phone_unconfirmed") {
    await keepTyped(shop, orderInput(form.input));
    return redirect(pathsIn(localeOf(context)).checkoutCode({ change: 1 }), 303);
  }
  const draft = await draftOf(shop, placeOf(form.input), textOf(form.input.shipping_method));
  return data({ ...answer.data, draft }, answer.init ?? undefined);
}

/** The form's fields as the call names them: the invoice counts only while its box is ticked. */
function orderInput({ wants_invoice, company_invoice, ...input }: FormInput): FormInput {
  return wants_invoice ? { ...input, company_invoice: company_invoice ?? {} } : input;
}

function textOf(value: FormInput[string] | undefined): string | undefined {
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
  const { cart } = loaderData.draft;
  return (
    <>
      <div className="section-head section">
        <h1>{words.title}</h1>
        <a className="link" href={paths.products()}>
          {words.continue_shopping}
        </a>
      </div>
      {answer?.removed && <Removed {...answer.removed} />}
      {cart.items.length === 0 ? (
        <EmptyState
          image={emptyPicture("cart")}
          heading={words.empty}
          text={words.empty_text}
          action={<ButtonLink href={paths.products()}>{words.continue_shopping}</ButtonLink>}
        />
      ) : (
        <CheckoutForm {...loaderData} lines={<CartLines items={cart.items} />} />
      )}
    </>
  );
}
