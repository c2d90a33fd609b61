/** A list as a file: what its address asked, for the person who is signed in. */
import { customersDesk } from "contract/customers/customers-desk.ts";
import type { DeskShape } from "contract/desks/desk.ts";
import { ordersDesk } from "contract/orders/orders-desk.ts";
import { creditsDesk, flaggedDesk, refundsDesk } from "contract/payments/desk/money-desks.ts";
import { shopOf } from "../context.ts";
import { readListQuery, without } from "../list/list-query.ts";
import type { Route } from "./+types/list-file";

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const shop = shopOf(context);
  const read = (desk: DeskShape) => without(readListQuery(desk, request.url), "after");
  switch (params.desk) {
    case ordersDesk.name:
      return fileOf(await shop.orders.file(read(ordersDesk)));
    case customersDesk.name:
      return fileOf(await shop.customers.file(read(customersDesk)));
    case refundsDesk.name:
      return fileOf(await shop.payments.refundsFile(read(refundsDesk)));
    case creditsDesk.name:
      return fileOf(await shop.payments.creditsFile(read(creditsDesk)));
    case flaggedDesk.name:
      return fileOf(await shop.payments.flaggedFile(read(flaggedDesk)));
    default:
      throw new Response("Not found", { status: 404 });
  }
}

function fileOf({ name, content }: { name: string; content: string }): Response {
  return new Response(content, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
  });
}
