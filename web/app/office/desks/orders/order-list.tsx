import { ordersDesk } from "contract/orders/orders-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { paymentTones, statusTones } from "../../kit/order-tones.ts";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/order-list";

export const meta = titled(({ orders }) => orders.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(ordersDesk, args, (asked) => shopOf(args.context).orders.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(ordersDesk, paths.orders(), args);

const tones = { status: statusTones, payment_status: paymentTones };

/** Orders as a plain list. */
export default function OrderList() {
  const { orders } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={ordersDesk}
      said={orders}
      path={paths.orders()}
      to={({ code }) => paths.order(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
