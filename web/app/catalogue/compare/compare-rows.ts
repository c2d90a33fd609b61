/** A comparison as rows: what is said of each product, and whether it differs. Pure. */
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";
import type { ShownProduct } from "../product/product-data.ts";

/** `values` in the order of the products; null where nothing is known. */
export type CompareRow = { name: string; values: readonly (string | null)[]; differs: boolean };
export type CompareGroup = { name: string; rows: readonly CompareRow[]; differs: boolean };

type Words = Pick<Messages, "catalogue" | "comparison" | "details">;

export function compareGroups(
  products: readonly ShownProduct[],
  { catalogue: words, comparison, details }: Words,
): readonly CompareGroup[] {
  const row = (name: string, say: (product: ShownProduct) => string | null) => rowOf(name, products.map(say));
  const months = (count: number) => (count > 0 ? details.months({ months: count }) : details.not_covered);
  const cm = (mm: number) => formatNumber(mm / 10, 1);
  return [
    groupOf(comparison.group_overview, [
      row(comparison.row_price, (product) => formatDong(product.price)),
      row(comparison.row_stock, (product) => (product.available ? words.in_stock : words.sold_out)),
      row(details.row_model, (product) => product.model),
      row(details.brand, (product) => product.brand),
    ]),
    groupOf(comparison.group_specifications, propertyRows(products)),
    groupOf(comparison.group_package, [
      row(details.package_size, ({ package: box }) =>
        details.size({ length: cm(box.length_mm), width: cm(box.width_mm), height: cm(box.height_mm) }),
      ),
      row(details.package_weight, ({ package: box }) =>
        details.weight({ kg: formatNumber(box.weight_grams / 1000, 1) }),
      ),
      row(comparison.row_warranty, ({ warranty_months: all }) => (all > 0 ? months(all) : details.not_stated)),
      ...partRows(products, comparison, months),
    ]),
  ];
}

/** Every property any of them has, in the order of the first that has it. */
function propertyRows(products: readonly ShownProduct[]): CompareRow[] {
  const labels = new Map(products.flatMap(({ properties }) => properties.map(({ code, label }) => [code, label])));
  return [...labels].map(([code, label]) =>
    rowOf(
      label,
      products.map(({ properties }) => properties.find((each) => each.code === code)?.value ?? null),
    ),
  );
}

function partRows(
  products: readonly ShownProduct[],
  words: Messages["comparison"],
  months: (count: number) => string,
): CompareRow[] {
  const parts = new Set(products.flatMap(({ warranty_parts }) => warranty_parts.map(({ part }) => part)));
  return [...parts].map((part) =>
    rowOf(
      words.warranty_of({ part }),
      products.map(({ warranty_parts }) => {
        const found = warranty_parts.find((each) => each.part === part);
        return found ? months(found.months) : null;
      }),
    ),
  );
}

function rowOf(name: string, values: readonly (string | null)[]): CompareRow {
  return { name, values, differs: new Set(values).size > 1 };
}

function groupOf(name: string, rows: readonly CompareRow[]): CompareGroup {
  return { name, rows, differs: rows.some((row) => row.differs) };
}
