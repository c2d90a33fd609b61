/** One customer for the office: masked, and one value at a time in full, for a reason that is recorded. rules/customers */
import type { CustomerRecord } from "contract/customers/customers.ts";
import type { revealable, revealReasons } from "contract/customers/customers-desk.ts";
import { ShopError } from "contract/errors.ts";
import type { OrderStatus } from "contract/orders/order-states.ts";
import { maskPhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import { addressBook } from "../fulfilment/address-book.ts";
import type { Ctx } from "../kernel/context.ts";
import { leavesFrom } from "../orders/desk/orders-source.ts";
import { maskName, maskPlace } from "../orders/masking.ts";
import { type DeskCaller, deskCaller, holds, warehousesOf } from "../platform/list/desk-caller.ts";
import { noteSecurity } from "../security/security-events.ts";
import { noteAudit } from "../staff/audit/entries.ts";
import { maskEmail, nameFor } from "./customers-source.ts";

type Row = {
  id: number;
  code: string;
  status: CustomerRecord["status"];
  full_name: string;
  phone: string | null;
  email: string;
  birthday: string | null;
  locale: string;
  created_at: Date;
  last_active_at: Date;
  deletion_due_at: Date | null;
};

const LATEST = 10;
/** A value that was shown is on the page so long. */
const SHOWN_MINUTES = 5;

async function found(ctx: Ctx, code: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select c.id, c.code, c.status, c.full_name, c.phone, c.email, c.birthday::text, c.locale, c.created_at,
      c.last_active_at, c.deletion_due_at
    from identity.customers c where c.code = ${code} and c.status <> 'deleted'`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** Who opened it stands in the audit log. Throws not_found, also for a person who was erased. */
export async function customerRecord(ctx: Ctx, code: string): Promise<CustomerRecord> {
  const caller = await deskCaller(ctx);
  const row = await found(ctx, code);
  await noteAudit(ctx, "viewed", { about: `customer:${row.id}` });
  const addresses = await addressBook(ctx, row.id);
  return {
    code: row.code,
    status: row.status,
    full_name: nameFor(caller, row.full_name),
    phone: row.phone && maskPhone(row.phone),
    email: row.email ? maskEmail(row.email) : null,
    birthday: row.birthday && "**/**",
    language: row.locale,
    created_at: row.created_at.toISOString(),
    last_active_at: row.last_active_at.toISOString(),
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    addresses: addresses.map(({ id, label, full_name, is_default, street, text }) => ({
      ...{ id, label, is_default },
      receiver: maskName(full_name),
      place: maskPlace({ street, text }),
    })),
    orders: holds(caller, "orders:read") ? await ordersOf(ctx, row.id, caller) : null,
    may_reveal: await mayReveal(ctx, row.id, caller),
  };
}

async function ordersOf(ctx: Ctx, customer_id: number, caller: DeskCaller): Promise<CustomerRecord["orders"]> {
  const warehouses = warehousesOf(caller, "orders:read");
  const seen = warehouses ? leavesFrom(warehouses) : sql<boolean>`true`;
  const counted = await sql<{ count: number; spent: number }>`
    select count(*)::int as count,
      coalesce(sum(o.total) filter (where o.status in ('delivered', 'completed')), 0)::dong as spent
    from orders.orders o where o.customer_id = ${customer_id} and ${seen}`.execute(ctx.sql);
  const { rows } = await sql<{ code: string; placed_at: Date; total: number; status: OrderStatus }>`
    select o.code, o.placed_at, o.total, o.status from orders.orders o
    where o.customer_id = ${customer_id} and ${seen} order by o.placed_at desc, o.id desc limit ${LATEST}`.execute(
    ctx.sql,
  );
  return {
    ...(counted.rows[0] ?? { count: 0, spent: 0 }),
    latest: rows.map((row) => ({ ...row, placed_at: row.placed_at.toISOString() })),
  };
}

/** Narrowed to own orders: customers with an order that the caller may read. */
async function mayReveal(ctx: Ctx, customer_id: number, caller: DeskCaller): Promise<boolean> {
  const grants = caller.grants.filter(({ name }) => name === "customers:reveal");
  if (grants.some(({ only }) => only === null)) return true;
  if (!grants.some(({ only }) => only === "own_orders") || !holds(caller, "orders:read")) return false;
  return ((await ordersOf(ctx, customer_id, caller))?.count ?? 0) > 0;
}

type RevealInput = {
  code: string;
  field: (typeof revealable)[number];
  address_id?: string | undefined;
  reason: (typeof revealReasons)[number];
  text?: string | undefined;
};

/** Records who, which field and why, never the value. Throws not_found for a value there is none of, forbidden. */
export async function revealValue(ctx: Ctx, { code, field, address_id, reason, text }: RevealInput) {
  const caller = await deskCaller(ctx);
  const row = await found(ctx, code);
  if (!(await mayReveal(ctx, row.id, caller)))
    throw new ShopError("forbidden", { message_key: "customer_values_hidden" });
  const value = await inFull(ctx, row, field, address_id);
  if (!value) throw new ShopError("not_found", { message_key: "reveal_empty" });
  const said = text ? `${reason}: ${text}` : reason;
  await noteAudit(ctx, "revealed", {
    about: `customer:${row.id}`,
    after: { field },
    reason: said,
    subject: `customer:${row.id}`,
  });
  await noteSecurity(ctx, "customer_value_shown", {
    customer_id: row.id,
    by: await ctx.actor(),
    field,
    reason,
    text: text || null,
  });
  return { field, value, until: new Date(ctx.now.getTime() + SHOWN_MINUTES * 60_000).toISOString() };
}

async function inFull(ctx: Ctx, row: Row, field: RevealInput["field"], address_id = ""): Promise<string | null> {
  switch (field) {
    case "name":
      return row.full_name;
    case "phone":
      return row.phone;
    case "email":
      return row.email;
    case "birthday":
      return row.birthday;
    case "address": {
      const address = (await addressBook(ctx, row.id)).find(({ id }) => id === address_id);
      return address ? `${address.full_name}, ${address.phone}, ${address.text}` : null;
    }
  }
}
