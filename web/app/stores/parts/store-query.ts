/** What a list of stores is asked for, as its address says it. rules/stores#lists */
import { storeServices, storeTypes } from "contract/stores/store-types.ts";
import { pageIn } from "../../shared/page-number.ts";

export const MAX_SEARCH_LENGTH = 60; // contract/stores/stores.ts

export type StoreQuery = {
  q: string;
  city_code: string;
  ward_code: string;
  type: (typeof storeTypes)[number] | "";
  service: (typeof storeServices)[number] | "";
  open: boolean;
  page: number;
};

export function storeQueryOf(search: URLSearchParams): StoreQuery {
  return {
    q: (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    city_code: /^\d{2}$/.exec(search.get("city_code") ?? "")?.[0] ?? "",
    ward_code: /^\d{5}$/.exec(search.get("ward_code") ?? "")?.[0] ?? "",
    type: storeTypes.find((each) => each === search.get("type")) ?? "",
    service: storeServices.find((each) => each === search.get("service")) ?? "",
    open: search.get("open") === "1",
    page: pageIn(search),
  };
}

export function queryOf({ open, page, ...asked }: StoreQuery) {
  return { ...asked, open: open ? "1" : "", page: page > 1 ? page : "" };
}
