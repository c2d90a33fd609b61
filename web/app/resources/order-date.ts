import { groupedCode } from "contract/values/public-code.ts";
import { messagesOf } from "messages/messages.ts";
import { localeOf, shopOf } from "../context.ts";
import { nullIfNotFound, shownOrder } from "../orders/parts/shown-order.ts";
import { calendarFile } from "../shared/calendar.ts";
import type { Route } from "./+types/order-date";

/** The days an order is expected, as a file for calendars: for whom the page of its payment shows the order. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { host, searchParams } = new URL(request.url);
  const uid_payment = searchParams.get("uid_payment") ?? "";
  const guide = uid_payment === "" ? null : await nullIfNotFound(shop.payments.guide({ uid_payment }));
  const order = guide && (await shownOrder(context, shop, guide.order_code));
  if (!order) return new Response(null, { status: 404 });
  const { name } = await shop.content.chrome({});
  const code = groupedCode(order.order_code);
  const file = calendarFile({
    uid: `${order.order_code}@${host}`,
    from: order.eta_from,
    to: order.eta_to,
    written_at: order.placed_at,
    title: messagesOf(localeOf(context)).orders.calendar_title({ shop: name, code }),
    text: order.shipping_unit,
  });
  return new Response(file, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${order.order_code}.ics"`,
      "cache-control": "private, no-store",
    },
  });
}
