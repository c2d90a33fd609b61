/** From calls to functions: ratings, questions and replies. Whose they are is the token's. Spec §7; rules/reviews */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { commentsSource } from "./comments-source.ts";
import {
  answerComment,
  commentRecord,
  decideObjection,
  hideComment,
  publishComment,
  removeAnswer,
} from "./moderation.ts";
import { removeDraftPicture } from "./pictures.ts";
import { findComment, listHashtags, ownComments, productComments, starRateOf, writingForm } from "./reading.ts";
import { likeComment, objectToHiding, reportComment } from "./responses.ts";
import { deleteComment, editComment, writeComment, writeReply } from "./writing.ts";

async function callerOf(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  return session.customer_id;
}

export const reviewsCalls = implement(contract.reviews, {
  productComments,
  hashtags: listHashtags,
  starRate: starRateOf,
  comment: findComment,
  like: async (ctx, input) => likeComment(ctx, await callerOf(ctx), input),
  own: async (ctx, input) => ownComments(ctx, await callerOf(ctx), input),
  form: async (ctx, { id }) => writingForm(ctx, await callerOf(ctx), id),
  write: async (ctx, input) => writeComment(ctx, await callerOf(ctx), input),
  edit: async (ctx, input) => editComment(ctx, await callerOf(ctx), input),
  remove: async (ctx, { id }) => deleteComment(ctx, await callerOf(ctx), id),
  reply: async (ctx, input) => writeReply(ctx, await callerOf(ctx), input),
  report: async (ctx, input) => reportComment(ctx, await callerOf(ctx), input),
  object: async (ctx, input) => objectToHiding(ctx, await callerOf(ctx), input),
  removePicture: async (ctx, { picture }) => removeDraftPicture(ctx, await callerOf(ctx), picture),
  desk: async (ctx, asked) => listDesk(ctx, commentsSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, commentsSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).comments.columns),
  record: commentRecord,
  publish: publishComment,
  hide: hideComment,
  decideObjection,
  answer: answerComment,
  removeAnswer,
});
