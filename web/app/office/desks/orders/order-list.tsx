import { ordersDesk } from "contract/orders/orders-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { paymentTones, statusTones } from "../../kit/order-tones.ts";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/order-list";

export const meta = titled(({ orders }) => orders.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readListQuery(ordersDesk, request.url);
  return { query, answer: await shopOf(context).orders.desk(query) };
}

const tones = { status: statusTones, payment_status: paymentTones };
const asItIs = { columns: null, density: "normal" } as const;

/** Orders as a plain list. */
export default function OrderList() {
  const { orders } = useOfficeMessages();
  const { query, answer } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={ordersDesk}
      said={orders}
      path={paths.orders()}
      to={({ code }) => paths.order(String(code))}
      query={query}
      answer={answer}
      layout={asItIs}
      tones={tones}
    />
  );
}
