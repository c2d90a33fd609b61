import type { Shop } from "contract/contract.ts";
import { formatNumber } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { data, redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import {
  EMPTY,
  type FormProblem,
  newSubmissionKey,
  readForm,
  type SentForm,
  sent,
  submit,
  unfinished,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { keepAfterRefresh } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { type ExchangeDraft, exchangeFor, savedExchange } from "../exchange/exchange-draft.ts";
import { ExchangeForm } from "../exchange/exchange-form.tsx";
import { ordererOf } from "../parts/draft.ts";
import type { Route } from "./+types/exchange-cart";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const draft = await savedExchange(shop, await ordererOf(shop, context));
  return { draft, submission_key: newSubmissionKey(), checkout_step: null };
}

export const shouldRevalidate = keepAfterRefresh;

/** What the actions of this page answer, besides a FormProblem. */
export type ExchangeAnswer = { draft?: ExchangeDraft };

type Args = Route.ActionArgs;

export async function action({ request, context }: Args) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const words = messagesOf(localeOf(context)).exchange;
  const { switch_system, use_address, address_id, address_filled } = form.input;
  const isChoosing = address_id !== undefined && address_id !== address_filled;
  if (switch_system || use_address || (form.intent === "place" && isChoosing)) {
    if (isChoosing) form.input.use_address = address_id;
    return refresh(context, shop, form);
  }
  switch (form.intent) {
    case "add":
      return submit(form, shop.cart.addReward, sent(form, "product_id", "quantity"), () => {
        flash(context, "success", words.added);
        return redirect(paths.exchangeCart(), 303);
      });
    case "update": {
      const { step, quantity } = form.input;
      const figure =
        step === undefined ? sent(form, "quantity") : { quantity: String(Number(quantity) + Number(step)) };
      return submit(form, shop.cart.updateReward, { ...sent(form, "product_id", "selected"), ...figure }, () =>
        redirect(paths.exchangeCart(), 303),
      );
    }
    case "remove":
      return submit(form, shop.cart.removeReward, sent(form, "key"), () => {
        flash(context, "success", words.removed);
        return redirect(paths.exchangeCart(), 303);
      });
    case "refresh":
      return refresh(context, shop, form);
    case "place":
      return place(context, shop, form);
    default:
      return redirect(paths.exchangeCart(), 303);
  }
}

async function refresh(context: Args["context"], shop: Shop, form: SentForm) {
  const draft = await exchangeFor(shop, form.input, await ordererOf(shop, context));
  return { ...unfinished(form, "place"), draft } satisfies ExchangeAnswer;
}

async function place(context: Args["context"], shop: Shop, form: SentForm) {
  const paths = pathsIn(localeOf(context));
  const order = {
    ...sent(form, "full_name", "phone", "email", "note", "shipping_method"),
    ...(form.input.needs_delivery && sent(form, "address")),
    // A call that names no method means the card; who chose none in the form is asked.
    ...sent({ input: { payment_method: EMPTY, ...form.input } }, "payment_method"),
    ...sent(form, "cart_id", "expected_total", "expected_points"),
  };
  const answer = await submit(form, shop.orders.placeExchange, order, ({ order_code, uid_payment, totals }) => {
    if (totals.total > 0) return redirect(paths.paymentStatus({ uid_payment }), 303);
    const { exchange: words } = messagesOf(localeOf(context));
    flash(context, "success", words.exchanged({ points: formatNumber(totals.points) }));
    return redirect(paths.exchangeOrder(order_code), 303);
  });
  if (answer instanceof Response) return answer;
  const draft = await exchangeFor(shop, form.input, await ordererOf(shop, context));
  return data({ ...answer.data, draft }, answer.init ?? undefined);
}

export const meta: Route.MetaFunction = (args) => {
  const { exchange } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: exchange.cart, description: exchange.cart_description, path: null });
};

export default function ExchangeCartScreen({ loaderData: { draft, submission_key } }: Route.ComponentProps) {
  const { exchange: words } = useMessages();
  const paths = usePaths();
  const answer = useActionData() as (ExchangeAnswer & FormProblem) | undefined;
  const refused = problemOf(answer, "add") ?? problemOf(answer, "update") ?? problemOf(answer, "remove");
  return (
    <>
      <MembersStyles />
      <div className="section-head section">
        <h1>{words.cart}</h1>
        <a className="link" href={paths.points()}>
          {words.more}
        </a>
      </div>
      {refused && (
        <Note tone="danger" role="alert">
          {refused.message}
        </Note>
      )}
      {draft.cart.items.length === 0 ? (
        <EmptyState
          image={emptyPicture("cart")}
          heading={words.empty}
          text={words.empty_text}
          action={<ButtonLink href={paths.points()}>{words.more}</ButtonLink>}
        />
      ) : (
        <ExchangeForm draft={draft} submission_key={submission_key} />
      )}
    </>
  );
}
