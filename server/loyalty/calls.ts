/** Points, ranks and gift cards: whose they are is the token's. Spec §7; rules/loyalty */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { adjustPoints, customerPoints } from "./desk/customer-points.ts";
import { listGifts, saveGift } from "./desk/gifts.ts";
import { liability } from "./desk/liability.ts";
import { pointsSource } from "./desk/points-source.ts";
import { cardOf, cardOnWire, findCards, keepCard, limitTyping } from "./gift-cards/cards.ts";
import { cardProduct } from "./gift-cards/product.ts";
import { pointsHistory } from "./history.ts";
import { listRanks, pointsOverview } from "./overview.ts";
import { listRewards } from "./rewards.ts";

async function callerOf(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  return session.customer_id;
}

export const loyaltyCalls = implement(contract.loyalty, {
  ranks: listRanks,
  points: async (ctx) => pointsOverview(ctx, await callerOf(ctx)),
  history: async (ctx, input) => pointsHistory(ctx, await callerOf(ctx), input),
  cardProduct: async (ctx) => {
    const { names: _names, ...product } = await cardProduct(ctx);
    return product;
  },
  giftCardBalance: async (ctx, { code }) => {
    await limitTyping(ctx);
    const { customer_id = null } = (await ctx.session()) ?? {};
    return cardOnWire(await cardOf(ctx, code, customer_id), ctx.now);
  },
  giftCards: async (ctx) => {
    const customer_id = await callerOf(ctx);
    const cards = await findCards(ctx, { kept_by: customer_id }, customer_id);
    return cards.map((card) => cardOnWire(card, ctx.now));
  },
  keepGiftCard: async (ctx, { code }) => {
    const customer_id = await callerOf(ctx);
    await limitTyping(ctx);
    return cardOnWire(await keepCard(ctx, customer_id, code), ctx.now);
  },
  rewards: async (ctx) => listRewards(ctx, await callerOf(ctx)),
  desk: async (ctx, asked) => listDesk(ctx, pointsSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, pointsSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).points.columns),
  customerPoints,
  adjust: adjustPoints,
  liability: (ctx) => liability(ctx),
  gifts: (ctx) => listGifts(ctx),
  saveGift,
});
