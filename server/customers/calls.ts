/** From calls to functions: customers, for the office. */
import { customers } from "contract/customers/customers.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { customerRecord, revealValue } from "./customer-record.ts";
import { customersSource } from "./customers-source.ts";

export const customersCalls = implement(customers, {
  desk: async (ctx, asked) => listDesk(ctx, customersSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, customersSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).customers.columns),
  record: (ctx, { code }) => customerRecord(ctx, code),
  reveal: revealValue,
});
