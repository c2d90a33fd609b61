/**
 * Finding stores by place, kind, service and words, and the nearest ones. A ward has its centre in the list of administrative units;
 * a former province is found by the old addresses of the stores. rules/stores#lists
 */

import { ShopError } from "contract/errors.ts";
import type { AddressSystem } from "contract/fulfilment/fulfilment.ts";
import { storeServices, type storeTypes } from "contract/stores/store-types.ts";
import type { Store } from "contract/stores/stores.ts";
import { fold } from "contract/values/text.ts";
import { sql } from "kysely";
import { fullName, units } from "../fulfilment/units.ts";
import type { Ctx } from "../kernel/context.ts";
import { byType, changesAt, fromNearest, type ReadStore, readStores } from "./stores.ts";

type StoreType = (typeof storeTypes)[number];
type StoreService = (typeof storeServices)[number];
type Fitting = { type?: StoreType | undefined; service?: StoreService | undefined };
type StoreSearch = Fitting & {
  q: string;
  search: string;
  city_code?: string | undefined;
  ward_code?: string | undefined;
  open: boolean;
  page: number;
  limit: number;
};

const collator = new Intl.Collator("vi");
/** The name of a province without its kind. */
const short = ({ province }: ReadStore): string => province.replace(/^(Thành phố|Tỉnh) /, "");

/** Throws invalid for a ward that does not exist. */
export async function listStores(ctx: Ctx, asked: StoreSearch) {
  const { city_code, ward_code, page, limit } = asked;
  const centre = ward_code === undefined ? undefined : wardCentre("current", ward_code);
  const all = await readStores(ctx, { order: sql`${byType}, s.id` });
  const fitting = ofWords(all, asked.q || asked.search).filter(
    (store) => fits(store, asked) && (!asked.open || store.open_now),
  );
  const found = centre
    ? fromNearest(fitting, centre)
    : inProvinces(city_code === undefined ? fitting : fitting.filter((store) => store.province_code === city_code));
  const stores = found.slice((page - 1) * limit, page * limit);
  const province = found.length === 0 ? units().provinces.get(city_code ?? "") : undefined;
  const [nearest] = province ? fromNearest(fitting, province.centre) : [];
  return {
    data: stores.map(onTheWire),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.length / limit)),
      per_page: limit,
      total: found.length,
    },
    provinces: counted(fitting),
    services: storeServices.filter((service) => all.some(({ services }) => services.includes(service))),
    all: { stores: all.length, provinces: new Set(all.map((store) => store.province_code)).size },
    ward: centre
      ? {
          name: fullName(centre.ward, ctx.locale),
          count: fitting.filter((store) => store.ward_code === ward_code).length,
        }
      : null,
    nearest: nearest ? onTheWire(nearest) : null,
    until: changesAt([...stores, ...(nearest ? [nearest] : []), ...(asked.open ? all : [])], ctx.now),
  };
}

type Near = Fitting & {
  lat?: number | undefined;
  lng?: number | undefined;
  address_system: AddressSystem;
  ward_code?: string | undefined;
  limit: number;
};

/** Throws invalid for a ward that does not exist. */
export async function nearestStores(ctx: Ctx, { lat, lng, address_system, ward_code = "", ...asked }: Near) {
  const from = lat !== undefined && lng !== undefined ? { lat, lng } : wardCentre(address_system, ward_code);
  const fitting = (await readStores(ctx)).filter((store) => fits(store, asked));
  return fromNearest(fitting, from).slice(0, asked.limit).map(onTheWire);
}

function fits(store: Store, { type, service }: Fitting): boolean {
  return (type === undefined || store.type === type) && (service === undefined || store.services.includes(service));
}

/** Those with all words in their text: beside each other where a store has them so, else anywhere. */
function ofWords(stores: readonly ReadStore[], typed: string): ReadStore[] {
  const phrase = fold(typed);
  if (phrase === "") return [...stores];
  const texts = stores.map((store) => ({ store, text: textOf(store) }));
  const together = texts.filter(({ text }) => text.includes(phrase));
  const words = phrase.split(" ");
  const found = together.length > 0 ? together : texts.filter(({ text }) => words.every((word) => text.includes(word)));
  return found.map(({ store }) => store);
}

function textOf({ code, name, address, province, legacy_city_code }: ReadStore): string {
  const former = units().legacyProvinces.get(legacy_city_code);
  return fold([code, name, address, province, former?.name].filter(Boolean).join(" | "));
}

/** By the name of the province, as Vietnamese sorts it; within one the order stays. */
function inProvinces(stores: readonly ReadStore[]): ReadStore[] {
  return stores.toSorted(
    (a, b) => collator.compare(short(a), short(b)) || collator.compare(a.province_code, b.province_code),
  );
}

function counted(stores: readonly ReadStore[]) {
  const byProvince = Map.groupBy(inProvinces(stores), ({ province_code }) => province_code);
  return [...byProvince].map(([code, group]) => ({ code, name: group[0]?.province ?? "", count: group.length }));
}

/** The centre of a ward; of an old ward, that of the first it became. */
function wardCentre(address_system: AddressSystem, ward_code: string) {
  const { wards, legacyWards } = units();
  const code = address_system === "current" ? ward_code : legacyWards.get(ward_code)?.current_ward_codes[0];
  const ward = wards.get(code ?? "");
  if (!ward) throw new ShopError("invalid", { fields: { ward_code: [{ key: "unit_unknown" }] } });
  return { ward, ...ward.centre };
}

export function onTheWire({ legacy_city_code: _, ...store }: ReadStore): Store {
  return store;
}
