/** Rows of an account that calls name, made by their owner: what the walk of authorisation.test.ts asks as another one. */
import type { Shop } from "contract/contract.ts";

export type Owned = {
  /** Makes the thing as its owner, and answers what the call is to be asked. */
  make: (lan: Shop) => Promise<object>;
  /** The same question about a thing that never was. */
  missing: object;
  /** False where only its holder can name it, so that the owner's own try proves nothing here. */
  owner_may?: false;
};
export const NO_CODE = "ZZZZZZZZZZ";

const VOUCHER = 8017; // a gift of 100 points, in no example
const receiver = { full_name: "Tạ Mai Lan", phone: "0590000011" };
/** The line of a gift in the exchange cart. */
async function giftOf(lan: Shop): Promise<string> {
  const { items } = await lan.cart.addReward({ product_id: VOUCHER, at_least: true });
  return items[0]?.key ?? "";
}

/** Gifts for points: a line in their cart, an order of them. */
export const ownedRewards: Record<string, Owned> = {
  "cart.updateReward": {
    make: async (lan) => {
      await giftOf(lan);
      return { product_id: VOUCHER, quantity: 2 };
    },
    missing: { product_id: 999_999, quantity: 2 },
  },
  "cart.removeReward": { make: async (lan) => ({ key: await giftOf(lan) }), missing: { key: "aaaaaaaa" } },
  "orders.placeExchange": {
    make: async (lan) => {
      await giftOf(lan);
      return { ...receiver, cart_id: (await lan.cart.exchange({})).cart_id };
    },
    missing: { ...receiver, cart_id: "A".repeat(22) },
  },
  "orders.exchangeOrder": {
    make: async (lan) => {
      await giftOf(lan);
      return { id: (await lan.orders.placeExchange(receiver)).order_code };
    },
    missing: { id: NO_CODE },
  },
};
