import { formatPhone } from "contract/values/phone.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../forms/forms.ts";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { OrderCard } from "../shared/order-card.tsx";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/home";
import { OwnGiftCards } from "./gift-cards.tsx";

const recent = "3";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [{ data: orders }, addresses, cards] = await Promise.all([
    shop.orders.list({ limit: recent }),
    shop.fulfilment.addresses({}),
    shop.loyalty.giftCards({}),
  ]);
  return { cards, orders, keys: orders.map(() => newSubmissionKey()), address: addresses[0] ?? null };
}

/** A gift card is kept. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const { gifting: words } = messagesOf(locale);
  return submit(form, shopOf(context).loyalty.keepGiftCard, sent(form, "code"), ({ code_end }) => {
    flash(context, "success", words.kept({ card: code_end }));
    return redirect(pathsIn(locale).account(), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const { account } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: account.title, description: account.description, path: null });
};

/** Recent orders and notifications. On a phone the account's menu is above it. */
export default function AccountHomeScreen({ loaderData: { cards, orders, keys, address } }: Route.ComponentProps) {
  const { account, purchases } = useMessages();
  const paths = usePaths();
  return (
    <>
      <h1 className="h2">{account.title}</h1>
      <section className="card panel between row-wrap" aria-labelledby="default-address">
        <div>
          <h2 className="h4" id="default-address">
            {account.default_address}
          </h2>
          {address ? (
            <p className="small">
              <b>{address.full_name}</b> <span className="num nowrap">{formatPhone(address.phone)}</span>
              <span className="own-line">{address.text}</span>
            </p>
          ) : (
            <p className="muted small">{account.no_address}</p>
          )}
        </div>
        <a className="link" href={paths.addressBook()}>
          {account.to_address_book}
        </a>
      </section>
      <OwnGiftCards cards={cards} />
      <section className="stack-loose" aria-labelledby="recent-orders">
        <div className="between row-wrap">
          <h2 className="h3" id="recent-orders">
            {account.recent_orders}
          </h2>
          {orders.length > 0 && (
            <a className="link" href={paths.accountOrders()}>
              {account.all_orders}
            </a>
          )}
        </div>
        {orders.map((order, index) => (
          <OrderCard key={order.order_code} order={order} submission_key={keys[index] ?? ""} level={3} />
        ))}
        {orders.length === 0 && (
          <EmptyState
            level={3}
            image={emptyPicture("orders")}
            heading={purchases.empty}
            text={purchases.empty_text}
            action={<ButtonLink href={paths.products()}>{purchases.go_shopping}</ButtonLink>}
          />
        )}
      </section>
    </>
  );
}
