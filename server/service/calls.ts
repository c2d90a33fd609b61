/** From calls to functions: service. Whose a ticket is, is the session's. Spec §2, §6; docs/rules/service.md */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { addPartByStaff, assignVisit, coverRepair, moveByStaff, quoteByStaff } from "./desk/acts.ts";
import { ticketPicture, ticketRecord } from "./desk/record.ts";
import { planOf, saveTechnician, technicians } from "./desk/technicians.ts";
import { ticketsSource } from "./desk/tickets-source.ts";
import { freeSlots } from "./free-slots.ts";
import { serviceOptions } from "./options.ts";
import {
  answerOwnQuote,
  cancelTicket,
  confirmDone,
  moveVisit,
  ownTickets,
  proveTickets,
  ticketAt,
  timesFor,
} from "./owner/own-tickets.ts";
import { requestService } from "./owner/request.ts";
import { removePicture } from "./pictures/pictures.ts";
import { addVisitPart, moveVisitTicket, proveVisit, quoteVisit, sendVisitCode, visitsOf } from "./technician.ts";

export const serviceCalls = implement(contract.service, {
  options: serviceOptions,
  slots: freeSlots,
  request: requestService,
  own: ownTickets,
  ticket: (ctx, { code }) => ticketAt(ctx, code),
  times: (ctx, { code }) => timesFor(ctx, code),
  prove: proveTickets,
  move: moveVisit,
  cancel: cancelTicket,
  answerQuote: answerOwnQuote,
  confirm: (ctx, { code }) => confirmDone(ctx, code),
  removePicture: (ctx, { key }) => removePicture(ctx, key),
  visit: (ctx, { id }) => visitsOf(ctx, id),
  visitCode: sendVisitCode,
  visitProof: proveVisit,
  visitMove: moveVisitTicket,
  visitParts: addVisitPart,
  visitQuote: quoteVisit,
  desk: async (ctx, asked) => listDesk(ctx, ticketsSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, ticketsSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).tickets.columns),
  record: (ctx, { code }) => ticketRecord(ctx, code),
  picture: ticketPicture,
  moveTicket: moveByStaff,
  assign: assignVisit,
  quote: quoteByStaff,
  parts: addPartByStaff,
  cover: coverRepair,
  technicians,
  saveTechnician,
  plan: (ctx, { day }) => planOf(ctx, day),
});
