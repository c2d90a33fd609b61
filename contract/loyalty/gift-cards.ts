/** Gift cards on the wire: what is on one, and those that an account keeps. A code never stands in a URL. rules/loyalty#gift-cards */
import { z } from "zod";
import { call } from "../call.ts";
import { locale, session_id } from "../values/fields.ts";
import { cardStates } from "./card-states.ts";

const lang = locale.optional();

/** Sixteen characters, read with or without dashes and blanks. */
export const cardCode = z.string().trim().min(1, "required").max(200);

export const GiftCard = z.object({
  /** The last four characters of its code. */
  code_end: z.string(),
  /** What it was bought with, in đồng. */
  value: z.int(),
  /** What it pays now. */
  balance: z.int(),
  /** For orders that are not confirmed yet. */
  held: z.int(),
  state: z.enum(cardStates),
  /** The last second of what is on it; of an empty one, of the card. */
  ends_at: z.string(),
});
export type GiftCard = z.infer<typeof GiftCard>;

/** The gift card as it is sold. */
export const CardProduct = z.object({
  product_id: z.int(),
  kind: z.literal("gift_card"),
  slug: z.string(),
  name: z.string(),
  short_description: z.string(),
  /** Markdown. */
  description: z.string(),
  lang: locale,
  values: z.array(z.object({ sku: z.string(), value: z.int(), is_default: z.boolean() })),
});
export type CardProduct = z.infer<typeof CardProduct>;

/** Trying codes until one fits is slowed down. ASSUMED(0374) */
const guessing = { times: 300, seconds: 600, per: "client" } as const;

export const giftCards = {
  cardProduct: call("GET /v1/client/gift-card-product", {
    summary: "The gift card that the shop sells, with its values",
    who: "anyone",
    input: z.object({ lang }),
    output: CardProduct,
    errors: ["not_found"],
    example: { input: {} },
  }),
  giftCardBalance: call("POST /v1/client/gift-cards/balance", {
    summary: "What is on a gift card, by its code; one that another account keeps looks unknown",
    who: "anyone",
    safe: true,
    input: z.object({ code: cardCode, session_id, lang }),
    output: GiftCard,
    errors: ["unauthenticated"],
    limit: guessing,
    example: { input: { code: "DALP-HA96-X7BL-D96J" } },
  }),
  giftCards: call("GET /v1/client/gift-cards", {
    summary: "The gift cards that the caller keeps, those with something on them first",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(GiftCard),
    example: { input: {} },
  }),
  keepGiftCard: call("POST /v1/client/gift-cards", {
    summary: "Keep a gift card in the account: from then on no other account can use it",
    who: "customer",
    input: z.object({ code: cardCode, lang }),
    output: GiftCard,
    limit: guessing,
    example: { input: { code: "DALP-HA96-X7BL-D96J" } },
  }),
};
