/** The calls of promotions. Those of customers write nothing: quotas are settled when an order is placed. Spec §7. */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { fetchBatch, makeBatch } from "./desk/batches.ts";
import { copyPromotion, dropDraft, makeDraft, saveDraft } from "./desk/drafts.ts";
import { promotionsSource } from "./desk/promotions-source.ts";
import { publishPromotion } from "./desk/publish.ts";
import { promotionRecord } from "./desk/record.ts";
import { extendPromotion, resumePromotion, stopPromotion } from "./desk/stop.ts";
import { findProgramme, flashSaleProducts, listProgrammes } from "./programmes.ts";

export const promotionsCalls = implement(contract.promotions, {
  programmes: listProgrammes,
  programme: (ctx, { slug_or_id, ...page }) => findProgramme(ctx, slug_or_id, page),
  flashSale: flashSaleProducts,
  desk: async (ctx, asked) => listDesk(ctx, promotionsSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, promotionsSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).promotions.columns),
  record: (ctx, { code }) => promotionRecord(ctx, code),
  make: makeDraft,
  copy: (ctx, { code }) => copyPromotion(ctx, code),
  save: saveDraft,
  drop: dropDraft,
  publish: publishPromotion,
  stop: stopPromotion,
  resume: resumePromotion,
  extend: extendPromotion,
  makeBatch,
  fetchBatch,
});
