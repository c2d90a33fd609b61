import { type OrderStatus, orderStatuses } from "contract/orders/order-states.ts";
import { shopOf } from "../../context.ts";
import { newSubmissionKey } from "../../forms/forms.ts";
import { assertPageExists } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { OrderCard } from "../../shared/order-card.tsx";
import { pageIn } from "../../shared/page-number.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { TabLinks } from "../../ui/navigation/tabs.tsx";
import type { Route } from "./+types/account-orders";

const per_page = 10;
const MAX_SEARCH_LENGTH = 60;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const status = orderStatuses.find((each) => each === query.get("status"));
  const search = (query.get("search") ?? "").slice(0, MAX_SEARCH_LENGTH).trim();
  const page = pageIn(query);
  const shop = shopOf(context);
  const asked = { search, page, limit: per_page, ...(status && { status }) } as const;
  const [list, summary] = await Promise.all([shop.orders.list(asked), shop.orders.statusSummary({})]);
  await assertPageExists(shop, page, list.meta);
  const keys = list.data.map(() => newSubmissionKey());
  return { orders: list.data, meta: list.meta, summary, keys, status: status ?? null, search };
}

export const meta: Route.MetaFunction = (args) => {
  const { purchases } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: purchases.title, description: purchases.description, path: null });
};

export default function AccountOrdersScreen({ loaderData }: Route.ComponentProps) {
  const { purchases: words } = useMessages();
  const paths = usePaths();
  const { orders, meta: about, summary, keys, status, search } = loaderData;
  const at = (page?: number) => paths.accountOrders({ status, search, page: page === 1 ? undefined : page });
  const tab = (of: OrderStatus | null, text: string, count: number) => ({
    to: paths.accountOrders({ status: of, search }),
    text,
    count: count > 0 ? String(count) : undefined,
    current: of === status,
  });
  return (
    <>
      <h1 className="h2">{words.title}</h1>
      <TabLinks
        label={words.by_status}
        tabs={[
          tab(null, words.all, summary.total),
          ...summary.statuses.map((each) => tab(each.status, each.label, each.count)),
        ]}
      />
      {(summary.total > 0 || search !== "") && <Search search={search} status={status} />}
      {search !== "" && (
        <p role="status" className="row row-wrap">
          {words.found({ count: about.total, search })}
          <a className="link" href={paths.accountOrders({ status })}>
            {words.clear_search}
          </a>
        </p>
      )}
      {orders.map((order, index) => (
        <OrderCard key={order.order_code} order={order} submission_key={keys[index] ?? ""} />
      ))}
      {orders.length === 0 && <Nothing search={search} status={status} />}
      <Pagination
        label={words.pages}
        page={about.current_page}
        lastPage={about.last_page}
        toPage={at}
        previous={words.previous}
        next={words.next}
        pageLabel={words.page}
      />
    </>
  );
}

type ListState = { search: string; status: OrderStatus | null };

function Search({ search, status }: ListState) {
  const { purchases: words } = useMessages();
  const paths = usePaths();
  return (
    <search>
      <form className="search search-bordered" action={paths.accountOrders()}>
        {status && <input type="hidden" name="status" value={status} />}
        <Icon name="search" />
        <input
          key={search}
          type="search"
          name="search"
          defaultValue={search}
          placeholder={words.search_placeholder}
          aria-label={words.search}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
        />
        <button type="submit" className="visually-hidden">
          {words.search_submit}
        </button>
      </form>
    </search>
  );
}

function Nothing({ search, status }: ListState) {
  const { purchases: words } = useMessages();
  const paths = usePaths();
  const filtered = search !== "" || status !== null;
  return (
    <EmptyState
      image={emptyPicture("orders")}
      heading={search !== "" ? words.empty_search : status ? words.empty_status : words.empty}
      text={search !== "" ? words.empty_search_text : words.empty_text}
      action={
        <ButtonLink
          href={filtered ? paths.accountOrders() : paths.products()}
          variant={filtered ? "secondary" : "primary"}
        >
          {filtered ? words.all : words.go_shopping}
        </ButtonLink>
      }
    />
  );
}
