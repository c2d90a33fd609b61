/** All lists of the office, by name. A desk that is left out has no views, no acts on many rows and no files. */
import type { DeskShape } from "contract/desks/desk.ts";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { messagesSource } from "../contact/messages-source.ts";
import { customersSource } from "../customers/customers-source.ts";
import type { Ctx } from "../kernel/context.ts";
import { pointsSource } from "../loyalty/desk/points-source.ts";
import { orderActs } from "../orders/desk/order-acts.ts";
import { ordersSource } from "../orders/desk/orders-source.ts";
import { rentGroundsSource } from "../partners/desk/rent-grounds-source.ts";
import { creditsSource, flaggedSource, refundsSource } from "../payments/desk/sources.ts";
import { type DeskCaller, deskCaller, holds } from "../platform/list/desk-caller.ts";
import type { AnyDesk, DeskActs, DeskSource } from "../platform/list/desk-source.ts";
import { promotionsSource } from "../promotions/desk/promotions-source.ts";
import { applicationsSource } from "../recruitment/desk/applications-source.ts";
import { commentsSource } from "../reviews/comments-source.ts";
import { ticketsSource } from "../service/desk/tickets-source.ts";
import { warrantiesSource } from "../warranty/desk/warranties-source.ts";

/** As any other desk's: the names of a source fit each other. */
const any = <D extends DeskShape>(source: DeskSource<D>): AnyDesk => unchecked(source);

const sources = new Map(
  [
    any(ordersSource),
    any(customersSource),
    any(commentsSource),
    any(refundsSource),
    any(creditsSource),
    any(flaggedSource),
    any(messagesSource),
    any(applicationsSource),
    any(rentGroundsSource),
    any(warrantiesSource),
    any(pointsSource),
    any(promotionsSource),
    any(ticketsSource),
  ].map((source) => [source.desk.name, source]),
);

const acts: Readonly<Record<string, AnyActs>> = { [ordersSource.desk.name]: unchecked(orderActs) };
type AnyActs = Readonly<Record<string, DeskActs<DeskShape>[string]>>;

/** What the act does to one row. Throws not_found, also for one the caller may not do. */
export function askedAct({ source, caller }: AskedDesk, name: string) {
  const declared = source.desk.acts[name];
  const run = acts[source.desk.name]?.[name];
  if (!declared || !run || !holds(caller, declared.right)) throw new ShopError("not_found");
  return { ...declared, run };
}

export type AskedDesk = { source: AnyDesk; caller: DeskCaller };

/** The desk of that name and who asks. Throws not_found, also for one the caller may not read. */
export async function askedDesk(ctx: Ctx, name: string): Promise<AskedDesk> {
  const caller = await deskCaller(ctx);
  const source = sources.get(name);
  if (!source || !holds(caller, source.desk.right)) throw new ShopError("not_found");
  return { source, caller };
}
