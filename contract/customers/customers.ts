/** Calls of the office about customers: masked lists and pages, one value shown for a reason. rules/customers */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { orderStatuses } from "../orders/order-states.ts";
import { singleLine } from "../values/fields.ts";
import { customerStates, customersDesk, revealable, revealReasons } from "./customers-desk.ts";

const customerCode = z.string().regex(/^[2-9A-HJ-NP-Z]{10}$/, "malformed_value");

export const CustomerRecord = z.object({
  code: z.string(),
  status: z.enum(customerStates),
  /** Masked for who sees customers masked; phone, e-mail and the rest for everybody. */
  full_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  birthday: z.string().nullable(),
  language: z.string(),
  created_at: z.string(),
  last_active_at: z.string(),
  /** Asked to be erased at this time. */
  deletion_due_at: z.string().nullable(),
  addresses: z.array(
    z.object({ id: z.string(), label: z.string(), receiver: z.string(), place: z.string(), is_default: z.boolean() }),
  ),
  /** Null without the right to read orders. */
  orders: z
    .object({
      count: z.int(),
      spent: z.int(),
      latest: z.array(
        z.object({ code: z.string(), placed_at: z.string(), total: z.int(), status: z.enum(orderStatuses) }),
      ),
    })
    .nullable(),
  may_reveal: z.boolean(),
});
export type CustomerRecord = z.infer<typeof CustomerRecord>;

const example = "23456789AB";

export const customers = {
  ...deskCalls("GET /v1/staff/customers", customersDesk, {
    list: "Customers as a masked list: filtered, in an order, page by page",
    file: "Customers of the list as a CSV file, masked",
    example: { has_orders: "yes" },
  }),
  record: call("GET /v1/staff/customers/{code}", {
    summary: "One customer, masked: orders, addresses, what was asked about their data",
    who: { staff: "customers:read" },
    input: z.object({ code: customerCode }),
    output: CustomerRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  reveal: call("POST /v1/staff/customers/{code}/reveal", {
    summary: "Show one value of a customer in full, for a reason; it is recorded who saw which value and why",
    who: { staff: "customers:reveal" },
    step_up: true,
    details: "The order desk sees values of customers with an order it may read. The value itself is recorded nowhere.",
    input: z
      .object({
        code: customerCode,
        field: z.enum(revealable, { error: "required_choice" }),
        /** Of an address: which. */
        address_id: z.string().max(40).optional(),
        reason: z.enum(revealReasons, { error: "required_choice" }),
        /** In words; required for `other`. */
        text: singleLine(300).optional(),
      })
      .refine(({ reason, text }) => reason !== "other" || (text ?? "") !== "", { path: ["text"], error: "required" }),
    output: z.object({ field: z.enum(revealable), value: z.string(), until: z.string() }),
    errors: ["not_found"],
    answer_stored: false,
    limit: { times: 200, seconds: 3600, per: "session" },
    example: { input: { code: example, field: "phone", reason: "customer_asked" } },
  }),
};
