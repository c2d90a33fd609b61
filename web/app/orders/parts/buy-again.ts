/** Adds an order's items to the caller's cart, with a message about what was left out: of an account's order or a looked-up one. */
import type { InputOf } from "contract/contract.ts";
import type { BoughtAgain } from "contract/orders/orders.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, type RouteContext, shopOf } from "../../context.ts";
import { type SentForm, submit } from "../../forms/forms.ts";
import { pathsIn } from "../../paths.ts";
import { flash, rememberCart } from "../../visitor.ts";

/** The order, and the phone that proves it where it was looked up. */
type Order = Pick<InputOf<"orders.buyAgain">, "id" | "order_phone">;

/** `back` leads to the order, where none of it is available. */
export function buyAgain(context: RouteContext, form: SentForm, order: Order, back: () => Response) {
  const locale = localeOf(context);
  const { purchases } = messagesOf(locale);
  return submit(form, shopOf(context).orders.buyAgain, order, ({ cart, lines }) => {
    rememberCart(context, cart.item_count);
    const added = lines.reduce((sum, line) => sum + line.added, 0);
    const names = missing(lines, purchases.why_not);
    if (added === 0) {
      flash(context, "error", purchases.bought_nothing({ names }));
      return back();
    }
    const told = [purchases.bought_again({ count: added }), names && purchases.bought_less({ names })];
    flash(context, names ? "info" : "success", told.filter(Boolean).join(" "));
    return redirect(pathsIn(locale).cart(), 303);
  });
}

/** "Nồi cơm (tạm hết hàng), …": what was left out and why. */
function missing(lines: readonly BoughtAgain[], why: Record<NonNullable<BoughtAgain["problem"]>, string>): string {
  return lines.flatMap(({ name, problem }) => (problem ? [`${name} (${why[problem]})`] : [])).join(", ");
}
