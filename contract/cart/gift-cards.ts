/** The gift cards of a cart on the wire: put in, taken out. rules/loyalty#gift-cards */
import { z } from "zod";
import { call } from "../call.ts";
import { cardCode } from "../loyalty/gift-cards.ts";
import { locale, session_id } from "../values/fields.ts";
import { Cart } from "./cart.ts";

const session = { cart_id: z.string().max(64).optional(), session_id, lang: locale.optional() };

export const cartGiftCards = {
  addGiftCard: call("PUT /v1/client/cart/add-gift-card", {
    summary: "Let a gift card pay what is left of the order, delivery included; up to five, in the order of entry",
    details: "422 at `code` for a card that is unknown, kept by another account, empty, expired or there already.",
    who: "anyone",
    input: z.object({ code: cardCode, ...session }),
    output: Cart,
    errors: ["unauthenticated", "not_found", "conflict"],
    limit: { times: 300, seconds: 600, per: "client" }, // ASSUMED(0374)
    example: { input: { code: "DALP-HA96-X7BL-D96J" } },
  }),
  removeGiftCard: call("PUT /v1/client/cart/remove-gift-card", {
    summary: "Take a gift card out, by its key in the cart",
    who: "anyone",
    input: z.object({ key: z.string().max(40), ...session }),
    output: Cart,
    errors: ["unauthenticated", "not_found", "conflict"],
    example: { input: { key: "a1b2c3d4" } },
  }),
};
