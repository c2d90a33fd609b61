/** From calls to functions: messages to the shop. rules/contact */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import {
  answerMessage,
  assignMessage,
  closeMessage,
  escalateMessage,
  extendMessage,
  prioritiseMessage,
} from "./acts.ts";
import { followMessage, replyToMessage, sendMessage } from "./messages.ts";
import { messagesSource } from "./messages-source.ts";
import { messageRecord } from "./record.ts";

export const contactCalls = implement(contract.contact, {
  send: sendMessage,
  status: followMessage,
  reply: replyToMessage,
  desk: async (ctx, asked) => listDesk(ctx, messagesSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, messagesSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).messages.columns),
  record: (ctx, { code }) => messageRecord(ctx, code),
  assign: assignMessage,
  answer: answerMessage,
  extend: extendMessage,
  escalate: escalateMessage,
  prioritise: prioritiseMessage,
  close: closeMessage,
});
