/** What the catalogue announces, in the transaction of what has happened. */
import type { Locale } from "contract/values/locale.ts";

export type CatalogueEvents = {
  /** A variant a customer waits for can be bought again. `notice` names the wait, so that it is told once. */
  back_in_stock: {
    customer_id: number;
    notice: number;
    names: Partial<Record<Locale, string>>;
    category_slug: string;
    slug: string;
    sku: string;
  };
};

declare module "../kernel/events.ts" {
  interface Events extends CatalogueEvents {}
}
