/** Gifts for points on the wire. In the exchange shop `product_id` names the gift, not a variant. rules/loyalty#exchange-shop */
import { z } from "zod";
import { call } from "../call.ts";
import { Picture } from "../catalogue/catalogue.ts";
import { locale } from "../values/fields.ts";
import { rewardKinds } from "./reward-kinds.ts";

/** What is told of a gift wherever it stands. */
export const RewardFacts = z.object({
  /** The gift's own number. */
  product_id: z.int(),
  kind: z.enum(rewardKinds),
  name: z.string(),
  lang: locale,
  /** Null of a voucher. */
  image: Picture.nullable(),
  /** The page of the product; null of a voucher, and of a product that is sold no more. */
  product: z.object({ slug: z.string(), category_slug: z.string() }).nullable(),
  /** What one takes. */
  points: z.int(),
  /** Of a voucher: what it takes off, in đồng, and for how many days. */
  value: z.int().nullable(),
  valid_days: z.int().nullable(),
  /** What one customer may have in all; null is without a limit. */
  limit_per_customer: z.int().nullable(),
  /** How many are there; null where they do not run out. */
  left: z.int().nullable(),
  /** The most that the caller may still exchange. */
  maximum: z.int(),
});

export const Reward = RewardFacts.extend({
  /** How many the caller has had. */
  taken: z.int(),
  /** How many points the caller lacks for one; 0 where there are enough. */
  missing: z.int(),
});
export type Reward = z.infer<typeof Reward>;

export const rewards = {
  rewards: call("GET /v1/client/rewards", {
    summary: "What points may be exchanged for, with what is left, and what the caller may still have",
    who: "customer",
    input: z.object({ lang: locale.optional() }),
    output: z.array(Reward),
    example: { input: {} },
  }),
};
