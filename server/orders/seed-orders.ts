/**
 * The orders of the demo shop: each is placed, paid, sent and cancelled by the functions that do it in a shop, with the clock
 * set to the moment, so that stock, money, points and history are what they would have been. What people would be told of it is
 * not sent. Left out: what needs a part the shop does not have yet. rules/orders#demo
 */
import { createHash } from "node:crypto";
import { businessDay, type Locale } from "contract/values/locale.ts";
import { type Dong, roundCashUp, sum } from "contract/values/money.ts";
import { vatGroups } from "contract/values/vat.ts";
import { sql } from "kysely";
import { type Item, itemsOf } from "../cart/items.ts";
import { allocateStock } from "../catalogue/inventory/stock.ts";
import { DELIVERY_VAT, rateOf, vatRates } from "../catalogue/products/vat.ts";
import { addUnits } from "../catalogue/seed-orders.ts";
import { demoData } from "../database/demo-data.ts";
import type { Sql } from "../database/sql.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Ctx } from "../kernel/context.ts";
import { termsOf } from "../loyalty/accounts.ts";
import { holdPoints } from "../loyalty/order-holds.ts";
import { creditPayment, expirePayments, recordRefund } from "../payments/payments.ts";
import { openDemoPayment, tryDemoPayment } from "../payments/seed-orders.ts";
import { redeemCodes } from "../promotions/codes.ts";
import { takeFlash } from "../promotions/flash-sales.ts";
import { redeemProgrammes } from "../promotions/running-programmes.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "./orders.ts";
import { writeVat } from "./vat.ts";

/** Days are of Việt Nam, before the day of seeding; minutes before the moment of it. */
type When = { days_ago?: number; time?: string; minutes_ago?: number };
type SourceLine = {
  sku: string;
  qty: number;
  list_price: Dong;
  unit_price: Dong;
  /** `list`, `sale`, `flash:CODE` or `gift:PROGRAMME`. */
  price_source: string;
  discounts?: { code: string; amount: Dong }[];
};
type Step = When & { state: string; by: string; reason?: string; tracking?: string[] };
type SourceAttempt = When & { method: string; state: string; reason?: string; received?: Dong };
type SourceRefund = When & { amount: Dong; state: string; recorded_by?: string };
export type SourceOrder = {
  code: string;
  person: string;
  cart_kind: string;
  language: Locale;
  status: string;
  guest?: boolean;
  placed: When;
  receiver: { name: string; phone: string };
  address: { person: string; index: number } | null;
  lines: SourceLine[];
  goods: Dong;
  discounts: { kind: string; code: string; amount: Dong }[];
  points_used: number;
  shipping: {
    method: string;
    shipments: { carrier: string; origin: string; eta_days: [number, number] }[];
    fee: Dong;
    payable: Dong;
  };
  cash_rounding?: Dong;
  total: Dong;
  payment: { method: string; amount: Dong; received?: Dong; attempts?: SourceAttempt[] };
  refunds?: SourceRefund[];
  history: Step[];
  company_invoice?: { company: string; tax_code: string; address: string; email: string };
  note?: string;
  return?: unknown;
  points_earned?: number;
};

/** The shop at a moment, as one of its parties sees it, in the transaction of the seed. */
export type Moment = (at: Date, actor: Actor, locale?: Locale) => Ctx;

type Scene = {
  at: Moment;
  when: (when: When) => Date;
  customers: ReadonlyMap<string, number>;
  staff: ReadonlyMap<string, number>;
  variants: ReadonlyMap<string, number>;
  carriers: ReadonlyMap<string, string>;
  addresses: ReadonlyMap<string, unknown>;
};

/** Everything of it is built: a cart of its own kind, pick-up at a store, a return and a voucher given by hand are not. */
export function isTold(order: SourceOrder, people: ReadonlySet<string>): boolean {
  const isPlain = order.cart_kind === "normal" && order.shipping.method === "carrier" && order.return === undefined;
  return isPlain && people.has(order.person) && order.discounts.every(({ kind }) => kind === "coupon");
}

export async function seedOrders(db: Sql, now: Date, at: Moment): Promise<void> {
  const { orders } = demoData<{ orders: SourceOrder[] }>("orders/demo-orders.json");
  const scene = await sceneOf(db, now, at);
  const told = orders.filter((order) => isTold(order, new Set(scene.customers.keys())));
  const placed = (order: SourceOrder) => scene.when(order.placed).getTime();
  for (const order of told.toSorted((a, b) => placed(a) - placed(b))) {
    await place(scene, order);
    await goOn(scene, order);
  }
}

async function sceneOf(db: Sql, now: Date, at: Moment): Promise<Scene> {
  const { people } = demoData<{
    people: { key: string; email: string; addresses: { current: object; type: string }[] }[];
  }>("identity/people.json");
  const ids = async (table: "identity.customers" | "staff.accounts") => {
    const rows = await db.selectFrom(table).select(["id", "email"]).execute();
    return new Map(rows.map(({ id, email }) => [(email ?? "").replace(/@.*/, ""), Number(id)]));
  };
  const [customers, staff] = [await ids("identity.customers"), await ids("staff.accounts")];
  const variants = await db.selectFrom("catalogue.variants").select(["id", "sku"]).execute();
  const carriers = await db
    .selectFrom("fulfilment.carrier_texts")
    .select(["carrier_code", "name"])
    .where("locale", "=", "vi")
    .execute();
  const midnight = Date.parse(`${businessDay(now)}T00:00:00+07:00`);
  const known = new Set(people.map(({ key }) => key));
  return {
    at,
    when: ({ days_ago: days = 0, time = "10:00", minutes_ago: minutes }) => {
      if (minutes !== undefined) return new Date(now.getTime() - minutes * 60_000);
      const [hour = 0, minute = 0] = time.split(":").map(Number);
      return new Date(midnight - days * 86_400_000 + (hour * 60 + minute) * 60_000);
    },
    customers: new Map([...customers].filter(([key]) => known.has(key))),
    staff,
    variants: new Map(variants.map(({ sku, id }) => [sku, id])),
    carriers: new Map(carriers.map(({ carrier_code, name }) => [carrier_code, name])),
    addresses: new Map(
      people.flatMap(({ key, addresses }) =>
        addresses.map(({ current, type }, index) => [
          `${key} ${index}`,
          { address_system: "current", ...current, type, legacy_address: null },
        ]),
      ),
    ),
  };
}

/** `customer:lan` is her account, `staff:ngoc` that of the shop's staff; where there is no staff, the command line acts. */
function actorOf({ customers, staff }: Scene, by: string): Actor {
  const [party, key = ""] = by.split(":");
  const [customer, member] = [customers.get(key), staff.get(key)];
  if (party === "customer") return customer === undefined ? "customer" : `customer:${customer}`;
  if (party === "staff") return member === undefined ? "command" : `staff:${member}`;
  return "system";
}

async function place(scene: Scene, order: SourceOrder): Promise<void> {
  const [first] = order.shipping.shipments;
  const customer_id = order.guest ? null : (scene.customers.get(order.person) ?? null);
  const by: Actor = customer_id === null ? "customer" : `customer:${customer_id}`;
  const ctx = scene.at(scene.when(order.placed), by, order.language);
  if (!first) throw new Error(`${order.code} is not sent`);
  const lines = await linesOf(scene, ctx, order);
  const address = scene.addresses.get(`${order.address?.person} ${order.address?.index}`) as { text: string };
  const discount = sum(order.discounts.map(({ amount }) => amount));
  const rates = await vatRates(ctx);
  const delivery = { gross: order.shipping.payable, rate_bp: rateOf(rates, DELIVERY_VAT, ctx.now) };
  const taxed = lines.map((line) => ({ gross: line.line_total - line.discount, rate_bp: line.vat_rate_bp }));
  const groups = vatGroups([...taxed, delivery].filter(({ gross }) => gross > 0));
  const day = (days: number) => new Date(ctx.now.getTime() + days * 86_400_000);
  const total = order.total - (order.cash_rounding ?? 0);
  const listed = sum(lines.filter(({ kind }) => kind === "bought").map((line) => line.list_price * line.quantity));
  const { id } = await ctx.sql
    .insertInto("orders.orders")
    .values({
      ...{ code: order.code, kind: "normal", customer_id, locale: order.language, status: "waiting_approval" },
      request_hash: createHash("sha256").update(order.code).digest(),
      ...{ goods: order.goods, discount, points: order.points_used, points_amount: order.points_used * 1_000 },
      shipping: order.shipping.fee,
      shipping_discount: order.shipping.fee - order.shipping.payable,
      ...{ total, cash: roundCashUp(total), vat: sum(groups.map(({ vat }) => vat)) },
      saving: listed - (order.goods - discount),
      ...(await termsOf(ctx, customer_id)),
      payment_method: methodOf(order),
      shipping_method: first.carrier,
      shipping_unit: scene.carriers.get(first.carrier) ?? first.carrier,
      ...{ eta_from: businessDay(day(first.eta_days[0])), eta_to: businessDay(day(first.eta_days[1])) },
      ...{ receiver_name: order.receiver.name, receiver_phone: order.receiver.phone },
      ...{ address: JSON.stringify(address), address_text: address.text },
      company_invoice: order.company_invoice && JSON.stringify(order.company_invoice),
      note: order.note ?? "",
      placed_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.sql
    .insertInto("orders.lines")
    .values(lines.map((line) => ({ order_id: id, ...line })))
    .execute();
  await writeVat(ctx, id, "placement", groups);
  await ctx.sql
    .insertInto("orders.history")
    .values({ order_id: id, status: "waiting_approval", at: ctx.now, actor: by })
    .execute();
  await takeDeals(scene, ctx, { id, order, lines });
  if (customer_id !== null && order.points_used > 0)
    await holdPoints(ctx, { customer_id, order_code: order.code, points: order.points_used });
  const rounding = order.cash_rounding ?? 0;
  await openDemoPayment(ctx, { order_code: order.code, method: methodOf(order), amount: total, rounding });
  await allocate(ctx, { id, order, lines });
}

type Line = Awaited<ReturnType<typeof linesOf>>[number];

async function linesOf(scene: Scene, ctx: Ctx, order: SourceOrder) {
  const ids = order.lines.map(({ sku }) => scene.variants.get(sku) ?? 0);
  const items = await itemsOf(ctx, ids);
  const programmes = await ctx.sql
    .selectFrom("promotions.promotions")
    .select(["id", "slug"])
    .where("kind", "=", "programme")
    .execute();
  return order.lines.map((line, index) => {
    const item = items.get(ids[index] ?? 0) as Item;
    const [source, name] = line.price_source.split(":");
    const isGift = source === "gift";
    const { slug, category_slug, colour, shipping_class, commission_rate_bp, vat_class, vat_rate_bp } = item;
    return {
      ...{ key: `demo${index + 1}`, kind: isGift ? "gift" : "bought", variant_id: item.product_id, sku: line.sku },
      ...{ slug, category_slug, name: item.name, colour, shipping_class, commission_rate_bp, vat_class, vat_rate_bp },
      image: JSON.stringify(item.image),
      ...{ quantity: line.qty, list_price: line.list_price, unit_price: line.unit_price },
      line_total: line.unit_price * line.qty,
      discount: sum((line.discounts ?? []).map(({ amount }) => amount)),
      points: order.lines.length === 1 ? order.points_used : 0,
      gift_value: isGift ? line.list_price : null,
      programme_id: isGift ? (programmes.find(({ slug }) => slug === name)?.id ?? null) : null,
      set_keys: [] as string[],
    };
  });
}

/** The coupon's use, the programme's and the units of a flash sale, under the rules of their kinds. */
async function takeDeals(
  scene: Scene,
  ctx: Ctx,
  { id: order_id, order, lines }: { id: number; order: SourceOrder; lines: readonly Line[] },
): Promise<void> {
  const buyer = order.receiver.phone;
  for (const { code, amount } of order.discounts) {
    const { rows } = await sql<{ id: number; label: string }>`
      select c.id::int as id, p.title ->> 'vi' as label from promotions.codes c
      join promotions.promotions p on p.id = c.promotion_id where c.code = ${code}`.execute(ctx.sql);
    const [found] = rows;
    if (!found) throw new Error(`there is no code ${code}`);
    const shares = lines.filter((line) => line.discount > 0).map((line) => [line.key, 0 - line.discount]);
    const adjustment = { source: "coupon", label: found.label, code, amount: 0 - amount, part: "goods" };
    await ctx.sql
      .insertInto("orders.adjustments")
      .values({ order_id, ...adjustment, shares: JSON.stringify(Object.fromEntries(shares)) })
      .execute();
    await redeemCodes(ctx, { order_ref: order.code, buyer, uses: [{ code_id: found.id, amount }] });
  }
  const uses = lines.flatMap(({ programme_id, gift_value }) =>
    programme_id === null ? [] : [{ promotion_id: programme_id, amount: gift_value ?? 0 }],
  );
  await redeemProgrammes(ctx, { order_ref: order.code, buyer, uses });
  for (const { sku, qty, price_source } of order.lines) {
    const [source, sale] = price_source.split(":");
    if (source !== "flash") continue;
    const { rows } = await sql<{ id: number }>`
      select i.id from promotions.flash_sale_items i join promotions.flash_sales s on s.id = i.sale_id
      where s.code = ${sale} and i.variant_id = ${scene.variants.get(sku)}`.execute(ctx.sql);
    const items = rows.map(({ id }) => ({ item_id: id, quantity: qty }));
    await takeFlash(ctx, { order_ref: order.code, buyer, customer_id: null, items });
  }
}

/** A link to pay is paid by a method of its own. */
const methodOf = ({ payment }: SourceOrder): string => payment.attempts?.[0]?.method ?? payment.method;

/** What the shop has today is what it has besides the demo's orders: the units of those that go on were there too. */
async function allocate(
  ctx: Ctx,
  { id: order_id, order, lines }: { id: number; order: SourceOrder; lines: readonly Line[] },
): Promise<void> {
  const warehouse = order.shipping.shipments[0]?.origin ?? "";
  for (const { variant_id, quantity } of order.status === "cancelled" ? [] : lines)
    await addUnits(ctx.sql, variant_id, warehouse, quantity);
  const held = await allocateStock(
    ctx,
    lines.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
    [warehouse],
  );
  await ctx.sql
    .insertInto("orders.allocations")
    .values(held.map((each) => ({ order_id, ...each })))
    .execute();
}

type Happening = { at: Date; run: () => Promise<unknown> };

async function goOn(scene: Scene, order: SourceOrder): Promise<void> {
  const happened = [
    ...order.history.slice(1).map((step) => ({ at: scene.when(step), run: () => take(scene, order, step) })),
    ...(order.payment.attempts ?? []).map((attempt, index) => ({
      at: scene.when(attempt),
      run: () => {
        const ctx = scene.at(scene.when(attempt), "system", order.language);
        return tryDemoPayment(ctx, order.code, { ...attempt, n: index + 1 });
      },
    })),
    ...refundsOf(scene, order),
  ];
  for (const { run } of happened.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run();
}

async function take(scene: Scene, order: SourceOrder, step: Step): Promise<unknown> {
  const { code } = order;
  const ctx = scene.at(scene.when(step), actorOf(scene, step.by), order.language);
  switch (step.state) {
    case "confirmed":
      if (step.by !== "system") return approveOrder(ctx, code);
      // Where the tries are told, the money came by one of them.
      if (order.payment.attempts) return undefined;
      return creditPayment(ctx, { order_code: code }, order.payment.received ?? order.payment.amount);
    case "delivering":
      return shipOrder(ctx, code, step.tracking?.[0]);
    case "delivered":
      return deliverOrder(ctx, code);
    case "completed":
      return completeOrder(ctx, code);
    case "cancelled":
      if (step.reason === "payment_expired") return expirePayments(ctx);
      return cancelOrder(ctx, code, step.by.startsWith("customer") ? { reason: reasonOf(step.reason) } : {});
    default:
      throw new Error(`${code} became ${step.state}`);
  }
}

function reasonOf(reason = ""): "changed_mind" | "wrong_address" | "change_items" | "other" {
  if (reason === "changed_mind" || reason === "wrong_address") return reason;
  return reason === "wrong_product" || reason === "better_combo" ? "change_items" : "other";
}

/** What went back wholly: a person of the shop recorded it. What is owed or proposed has come about by itself. */
function refundsOf(scene: Scene, order: SourceOrder): Happening[] {
  return (order.refunds ?? [])
    .filter(({ state }) => state === "success")
    .map((refund) => {
      const at = scene.when(refund);
      const reference = `FT${order.code}`;
      const ctx = scene.at(at, actorOf(scene, `staff:${refund.recorded_by}`), order.language);
      return { at, run: () => recordRefund(ctx, order.code, { amount: refund.amount, reference }) };
    });
}
