/**
 * Delivery calls: units of both systems, conversion of addresses, quotes for one product, the warehouse of a place, address
 * books. Quotes for a cart: contract/cart/cart.ts.
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { say } from "../platform/settings.ts";
import { addAddress, addressBook, removeAddress, setDefaultAddress, updateAddress } from "./address-book.ts";
import { currentWard, placeText, regionOf, successors } from "./addresses.ts";
import { parcelOf, quotes } from "./quotes.ts";
import { warehousesFor } from "./rates.ts";
import { districtList, provinceList, wardList } from "./unit-lists.ts";

/** The caller, whose address book every call uses. Throws unauthenticated. */
async function customerIdOf(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session?.customer_id) throw new ShopError("unauthenticated");
  return session.customer_id;
}

export const fulfilmentCalls = implement(contract.fulfilment, {
  productQuote: async (ctx, { product_id, city_code, ward_code }) => {
    const ward = currentWard(city_code, ward_code);
    const parcel = await parcelOf(ctx, product_id);
    return quotes(ctx, { parcels: [parcel], address: { ward_code: ward.code, legacy_address: null } });
  },

  provinces: async (ctx, { address_system }) => provinceList(address_system, ctx.locale),
  districts: async (ctx, { city_code }) => districtList(city_code, ctx.locale),
  wards: async (ctx, input) => wardList(input, ctx.locale),

  convertAddress: async (ctx, input) =>
    successors(input).map((ward) => ({
      city_code: ward.province_code,
      ward_code: ward.code,
      text: placeText(ward, ctx.locale),
    })),

  seller: async (ctx, place) => {
    const [warehouse] = await warehousesFor(ctx, regionOf(place));
    if (!warehouse) throw new ShopError("not_found");
    return {
      code: warehouse.code,
      name: say(warehouse.name, ctx.locale),
      address: warehouse.address.text,
      phone: warehouse.phone,
      kind: "warehouse" as const,
    };
  },

  addresses: async (ctx) => addressBook(ctx, await customerIdOf(ctx)),
  accountAddresses: async (ctx) => addressBook(ctx, await customerIdOf(ctx)),
  addAddress: async (ctx, input) => addAddress(ctx, await customerIdOf(ctx), input),
  editAddress: async (ctx, input) => updateAddress(ctx, await customerIdOf(ctx), input.id, input),
  setDefaultAddress: async (ctx, { id }) => setDefaultAddress(ctx, await customerIdOf(ctx), id),
  removeAddress: async (ctx, { id }) => removeAddress(ctx, await customerIdOf(ctx), id),
});
