/** Calls of partners. Premises themselves come with pictures: rent-ground-route.ts. rules/partners */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { moveRentGround, noteRentGround, rentGroundPicture, rentGroundRecord } from "./desk/rent-ground-record.ts";
import { rentGroundsSource } from "./desk/rent-grounds-source.ts";
import { ownForm } from "./forms.ts";

export const partnersCalls = implement(contract.partners, {
  ownForm,
  rentGrounds: async (ctx, asked) => listDesk(ctx, rentGroundsSource, asked, await deskCaller(ctx)),
  rentGroundsFile: async (ctx, asked) =>
    deskFile(ctx, rentGroundsSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).premises.columns),
  rentGround: (ctx, { code }) => rentGroundRecord(ctx, code),
  rentGroundPicture,
  moveRentGround,
  noteRentGround,
});
