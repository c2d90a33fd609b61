/** Recently viewed products of this device, newest first, by the id of the variant. They are not sent without consent (report-viewed.ts). */
import { storedValue } from "./device-list.ts";

const MAX_VIEWED = 12;

const list = storedValue<readonly number[]>("viewed_products", [], (stored) =>
  Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MAX_VIEWED) : [],
);

export const useViewed = list.use;
export const viewedNow = list.read;

export function rememberViewed(product_id: number): void {
  const others = list.read().filter((id) => id !== product_id);
  list.write([product_id, ...others].slice(0, MAX_VIEWED));
}

export function forgetViewed(): void {
  list.write([]);
}
