/** The desk of promotions: kinds, actions, states, and the list. Pure, without zod, because screens read it too. rules/promotions#desk */
import { desk } from "../desks/desk.ts";
import { codeSlots } from "./code-slots.ts";

export const promotionKinds = [...codeSlots, "programme", "flash_sale"] as const;
export type PromotionKind = (typeof promotionKinds)[number];

export const actionTypes = ["percent", "amount", "fixed_price", "tiers", "buy_get", "bundle", "gift"] as const;
export type ActionType = (typeof actionTypes)[number];

/** What a kind can do; the first is proposed. A flash sale has a price for each lot. */
export const actionsOf: Readonly<Record<PromotionKind, readonly ActionType[]>> = {
  coupon: ["percent", "amount"],
  delivery_coupon: ["percent", "amount"],
  voucher: ["amount"],
  promo_code: ["percent", "amount"],
  programme: ["percent", "fixed_price", "tiers", "buy_get", "bundle", "gift"],
  flash_sale: ["fixed_price"],
};

export const promotionStates = ["draft", "scheduled", "running", "stopped", "ended"] as const;
export type PromotionState = (typeof promotionStates)[number];

export const askedAccounts = ["guest", "customer"] as const;
export const givenOccasions = ["birthday", "rank", "welcome"] as const;

/** What hinders publishing, and what is only said. */
export const promotionHindrances = [
  ...["action_missing", "window_missing", "window_over", "goods_unknown", "goods_missing", "above_half"],
  ...["code_missing", "slug_missing", "lots_missing", "lots_malformed", "lot_above_price", "unlimited_voucher"],
] as const as readonly [
  "action_missing",
  "window_missing",
  "window_over",
  "goods_unknown",
  "goods_missing",
  "above_half",
  "code_missing",
  "slug_missing",
  "lots_missing",
  "lots_malformed",
  "lot_above_price",
  "unlimited_voucher",
];
export type PromotionHindrance = (typeof promotionHindrances)[number];

export const promotionWarnings = ["same_slot", "same_goods", "cut_lines", "no_title", "above_stock"] as const;
export type PromotionWarning = (typeof promotionWarnings)[number];

/** Why a second person decides. */
export const approvalReasons = ["budget", "no_budget", "deep", "no_minimum"] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

export const batchStates = ["making", "ready", "fetched", "lapsed"] as const;
/** A batch has at most so many codes. */
export const MAX_BATCH = 100_000;

export const promotionsDesk = desk({
  name: "promotions",
  right: "promotions:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    title: { kind: "text", shown: true },
    kind: { kind: "choice", options: promotionKinds, shown: true },
    rule: { kind: "text", shown: true },
    starts_at: { kind: "time", nullable: true, shown: true },
    ends_at: { kind: "time", nullable: true, shown: true },
    used: { kind: "number", shown: true },
    quota: { kind: "number", nullable: true, shown: true },
    cost: { kind: "dong", shown: true },
    state: { kind: "choice", options: promotionStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: promotionStates },
    kind: { kind: "choice", options: promotionKinds },
    begins: { kind: "days" },
    ends: { kind: "days" },
  },
  sorts: ["newest", "ending", "starting"],
  acts: {},
  views: {
    running: { query: { state: "running" } },
    coming: { query: { state: "scheduled" } },
    drafts: { query: { state: "draft" } },
    flash: { query: { kind: "flash_sale" } },
  },
});
