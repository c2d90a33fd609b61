/** From calls to functions: warranty. Whose a machine is, is the session's. Spec §2, §6; rules/warranty */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { activate, activateOwn, checkSerial } from "./activation.ts";
import { cardAt, objectToVoid, proveCard, sendCardCode } from "./certificate.ts";
import { confirmMachine, findConfirmation, rejectMachine, sendConfirmCode } from "./confirmations.ts";
import { decideInvoice, decideTransfer, restoreCard, voidCard } from "./desk/acts.ts";
import { openInvoice, warrantyRecord } from "./desk/record.ts";
import { warrantiesSource } from "./desk/warranties-source.ts";
import { confirmLookUp, lookUp, ownWarranties } from "./look-up.ts";
import { orderSerials, saveOrderSerial } from "./serials/order-serials.ts";
import { importSerials } from "./serials/serial-import.ts";
import { answerTransfer, askTransfer, withdrawTransfer } from "./transfers.ts";

export const warrantyCalls = implement(contract.warranty, {
  check: checkSerial,
  activate,
  activateOwn: (ctx, { id }) => activateOwn(ctx, id),
  own: ownWarranties,
  card: (ctx, { id }) => cardAt(ctx, id),
  sendCode: (ctx, { id, captcha }) => sendCardCode(ctx, id, captcha),
  prove: proveCard,
  object: objectToVoid,
  lookUp,
  lookUpConfirm: confirmLookUp,
  confirmation: (ctx, { token }) => findConfirmation(ctx, token),
  sendConfirmCode: (ctx, { token, captcha }) => sendConfirmCode(ctx, token, captcha),
  confirm: confirmMachine,
  notMe: (ctx, { token }) => rejectMachine(ctx, token),
  transfer: askTransfer,
  answerTransfer,
  withdrawTransfer: (ctx, { code }) => withdrawTransfer(ctx, code),
  desk: async (ctx, asked) => listDesk(ctx, warrantiesSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, warrantiesSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).warranties.columns),
  record: (ctx, { code }) => warrantyRecord(ctx, code),
  invoice: (ctx, { code }) => openInvoice(ctx, code),
  void: voidCard,
  restore: restoreCard,
  decideInvoice,
  decideTransfer,
  orderSerials: (ctx, { code }) => orderSerials(ctx, code),
  saveOrderSerials: saveOrderSerial,
  importSerials,
});
