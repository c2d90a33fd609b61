/** From calls to functions: customers, for the office. */
import { customers } from "contract/customers/customers.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { customerRecord, revealValue } from "./customer-record.ts";
import { customersSource } from "./customers-source.ts";

export const customersCalls = implement(customers, {
  desk: async (ctx, asked) => listDesk(ctx, customersSource, asked, await deskCaller(ctx)),
  record: (ctx, { code }) => customerRecord(ctx, code),
  reveal: revealValue,
});
