/** What a gift is: a product that is sent, a voucher that comes as a code. Without zod, because screens read it too. */
export const rewardKinds = ["product", "voucher"] as const;
export type RewardKind = (typeof rewardKinds)[number];
