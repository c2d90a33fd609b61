/** Personal data of carts. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

export const cartPersonalData = {
  "cart.carts": {
    belongs: OWNER,
    what: "the cart, and what was typed at checkout",
    why: "buying",
    kept: "as long as the account",
    seen_by: "the person",
    erasure: "deleted",
    exported: [
      "kind",
      "shipping_method",
      "payment_method",
      "receiver_name",
      "receiver_phone",
      "receiver_email",
      "address",
      "company_invoice",
      "note",
      "updated_at",
    ],
    plain: ["id", "cart_id", "session_id", "customer_id", "placed_order", "placed_hash", "points", "created_at"],
  },
  "cart.lines": {
    belongs: "cart in (select id from cart.carts where customer_id = $customer)",
    what: "what is in the cart",
    why: "buying",
    kept: "as long as the cart",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["kind", "variant_id", "quantity", "selected", "added_at"],
    plain: ["id", "cart", "key", "price_seen", "price_before"],
  },
  "cart.codes": {
    belongs: "cart in (select id from cart.carts where customer_id = $customer)",
    what: "the codes in the cart",
    why: "buying",
    kept: "as long as the cart",
    seen_by: "the person",
    erasure: "deleted",
    exported: ["slot"],
    plain: ["cart", "code_id"],
  },
} satisfies PersonalData<"cart">;
