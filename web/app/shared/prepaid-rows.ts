/** What pays before money does, as rows between goods and total; those that pay nothing are left out. */
import type { Totals } from "contract/cart/cart.ts";
import { prepaidParts } from "contract/cart/prepaid.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";

export function prepaidRows(totals: Totals, words: Messages["cart"]) {
  const paying = prepaidParts.filter((means) => totals[means] > 0);
  return paying.map((means) => ({
    key: means,
    name: words.means[means](totals),
    value: `−${formatDong(totals[means])}`,
    less: true,
  }));
}
