import { shopOf } from "../../context.ts";
import { assertPageExists } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pageIn } from "../../shared/page-number.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { ExchangeCards } from "../parts/exchange-cards.tsx";
import type { Route } from "./+types/exchange-orders";

const PER_PAGE = 24; // rules/wire

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = pageIn(new URL(request.url).searchParams);
  const list = await shop.orders.exchangeOrders({ page, limit: PER_PAGE });
  await assertPageExists(shop, page, list.meta);
  return { list };
}

export const meta: Route.MetaFunction = (args) => {
  const { exchange } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: exchange.orders, description: exchange.orders_description, path: null });
};

export default function ExchangeOrdersScreen({ loaderData: { list } }: Route.ComponentProps) {
  const { exchange: words, loyalty } = useMessages();
  const paths = usePaths();
  return (
    <>
      <h1 className="h2">{words.orders}</h1>
      {list.data.length > 0 ? (
        <ExchangeCards orders={list.data} />
      ) : (
        <EmptyState
          image={emptyPicture("orders")}
          heading={words.no_orders}
          text={words.no_orders_text}
          action={<ButtonLink href={paths.points()}>{words.more}</ButtonLink>}
        />
      )}
      <Pagination
        label={words.pages}
        page={list.meta.current_page}
        lastPage={list.meta.last_page}
        toPage={(page) => paths.exchangeOrders({ page: page === 1 ? null : page })}
        previous={loyalty.previous}
        next={loyalty.next_page}
        pageLabel={(page) => loyalty.page({ page })}
      />
    </>
  );
}
