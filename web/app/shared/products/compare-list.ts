/** The products chosen for comparison on this device: up to four, all of one category. */
import { storedValue } from "./device-list.ts";

export const MAX_COMPARED = 4; // rules/catalogue

export type Compared = { slug: string; category_slug: string; name: string; image: string };

const list = storedValue<readonly Compared[]>("compared_products", [], (stored) =>
  Array.isArray(stored) ? stored.filter(isCompared).slice(0, MAX_COMPARED) : [],
);

function isCompared(value: unknown): value is Compared {
  if (typeof value !== "object" || value === null) return false;
  const { slug, category_slug, name, image } = value as Partial<Record<keyof Compared, unknown>>;
  return [slug, category_slug, name, image].every((text) => typeof text === "string" && text !== "");
}

export const useCompared = list.use;
export const comparedNow = list.read;

export type Toggled = "in" | "out" | "full" | "other_group";

/** A product of another category begins a new list, because only one category can be compared. */
export function toggleCompared(product: Compared): Toggled {
  const before = list.read();
  if (before.some(({ slug }) => slug === product.slug)) {
    list.write(before.filter(({ slug }) => slug !== product.slug));
    return "out";
  }
  if (before.length > 0 && before[0]?.category_slug !== product.category_slug) {
    list.write([product]);
    return "other_group";
  }
  if (before.length >= MAX_COMPARED) return "full";
  list.write([...before, product]);
  return "in";
}

export function clearCompared(): void {
  list.write([]);
}

/** The comparison on the screen is the one the device stores. */
export function rememberCompared(products: readonly Compared[]): void {
  list.write(products.slice(0, MAX_COMPARED));
}
