/** Who acted stands in every history row. rules/platform#acting-person */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, partyOf } from "../kernel/actor.ts";
import { approveOrder, cancelOrder, completeOrders, deliverOrder, shipOrder } from "../orders/orders.ts";
import { orderForm, RICE_COOKER } from "../orders/test-orders.ts";
import { receiveIpn } from "../payments/ipn/ipn.ts";
import { expirePayments, recordRefund } from "../payments/payments.ts";
import { sepayIpn } from "../payments/providers/bank-transfer/simulator.ts";
import { paymentOf } from "../payments/view.ts";
import { setSetting, setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { integrityViolations } from "./integrity.ts";

let shop: TestShop;
let lan: number;
let an: number;
beforeAll(async () => {
  shop = await testShop();
  [lan, an] = await Promise.all([idOf("lan"), shop.staffId("an")]);
});
afterAll(() => shop.close());

async function idOf(who: string): Promise<number> {
  const account = shop.sql.selectFrom("identity.customers").select("id").where("email", "=", `${who}@mutosi.example`);
  return (await account.executeTakeFirstOrThrow()).id;
}

const form = (change: Parameters<typeof orderForm>[0] = {}) =>
  orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], note: crypto.randomUUID(), ...change });

/** Tables whose rows say what was done, each with its column of the acting person. */
const histories: Readonly<Record<string, string>> = {
  "audit.entries": "actor",
  "catalogue.price_history": "actor",
  "chat.notes": "actor",
  "contact.history": "actor",
  "contact.lines": "actor",
  "kernel.settings": "updated_by",
  "ledger.transfers": "actor",
  "orders.history": "actor",
  "pages.history": "actor",
  "pages.versions": "actor",
  "partners.rent_ground_events": "actor",
  "payments.attempts": "actor",
  "payments.credits": "actor",
  "payments.refund_history": "actor",
  "recruitment.application_events": "actor",
  "recruitment.history": "actor",
  "service.history": "actor",
  "service.tickets": "made_by",
  "staff.history": "actor",
  "staff.links": "made_by",
  "surveys.history": "actor",
  "warranty.history": "actor",
};
/** Append-only tables that say in another way whose each row is. */
const others: Readonly<Record<string, string>> = {
  "audit.chain": "the place of an entry in the chain: the entry names who acted",
  "audit.dropped": "what retention took out: the command's own entry names who did",
  "kernel.security_events":
    "what was tried, mostly by unknown callers: the IP address, and the account where one is known",
  "ledger.entries": "the parts of a transfer, which names who acted",
  "orders.vat_groups": "computed at placement and at delivery: the rows of orders.history name who took that step",
  "payments.ipns": "a message as it came, forged ones too: its sender and its source",
  "privacy.consents": "a person's own yes or no: customer_id",
};

describe("the list of history tables", () => {
  test("has every table with an acting person, and each of them names one in every row", async () => {
    const { rows } = await sql<{ name: string; column: string; nullable: string }>`
      select table_schema || '.' || table_name as name, column_name as column, is_nullable as nullable
      from information_schema.columns where domain_name = 'actor' and table_name !~ '^(ordinary|retained)(_|$)' order by 1`.execute(
      shop.sql,
    );
    expect(rows).toEqual(Object.entries(histories).map(([name, column]) => ({ name, column, nullable: "NO" })));
  });

  test("has every table that is append only, or whose name says that it holds what happened", async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_trigger t on t.tgrelid = c.oid left join pg_proc p on p.oid = t.tgfoid
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
        and not c.relispartition and (p.prosrc like '%append only%' or c.relname ~ '(history|audit|movement|change|event|journal|log)s?$')
      order by 1`.execute(shop.sql);
    const unlisted = rows.filter(({ name }) => !Object.hasOwn(histories, name) && !Object.hasOwn(others, name));
    expect(unlisted, "give it a column of the domain actor, or say here how its rows name who acted").toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["orders.history", ...Object.keys(others)]));
  });
});

describe("the acting person", () => {
  const actors = (): Actor[] => [
    ...(["customer", `customer:${lan}`, `staff:${an}`] as const),
    ...(["command", "system", "provider:bank-transfer"] as const),
  ];

  test("is of one form, which the database checks", async () => {
    const is = (text: string) => sql`select ${text}::text::actor`.execute(shop.sql);
    for (const actor of actors()) await is(actor);
    for (const text of ["", "staff", "staff:", "staff:0", "staff:x", "system:1", "provider:", "owner", "customer:1 "])
      await expect(is(text), text).rejects.toThrow("actor");
  });

  test("acts for the same party in the code as in the order's history", async () => {
    const { order_code } = await shop.visitor().orders.place(form());
    for (const actor of actors()) {
      const { rows } = await sql<{ who: string }>`
        insert into orders.history (order_id, status, at, actor)
        select id, status, now(), ${actor} from orders.orders where code = ${order_code} returning who`.execute(
        shop.sql,
      );
      expect([actor, rows[0]?.who]).toEqual([actor, partyOf(actor)]);
    }
  });
});

const stepsOf = async (code: string) =>
  (
    await sql<{ step: string }>`
      select h.status || ' ' || h.actor as step from orders.history h join orders.orders o on o.id = h.order_id
      where o.code = ${code} order by h.id`.execute(shop.sql)
  ).rows.map(({ step }) => step);
const moneyOf = async (code: string) =>
  (
    await sql<{ step: string }>`
      select step from (
        select 1 as part, a.id, 'attempt ' || a.actor as step, a.payment_id from payments.attempts a
        union all select 2, c.id, 'credit ' || c.actor, a.payment_id
          from payments.credits c join payments.attempts a on a.id = c.attempt_id
        union all select 3, h.id, h.status || ' ' || h.actor, r.payment_id
          from payments.refund_history h join payments.refunds r on r.id = h.refund_id) s
      join payments.payments p on p.id = s.payment_id where p.order_code = ${code} order by part, s.id`.execute(
      shop.sql,
    )
  ).rows.map(({ step }) => step);

async function pay(content: string, amount: number): Promise<void> {
  const { account_number } = await setting(shop.ctx(), "bank_account");
  const txn = Math.floor(Math.random() * 1e9);
  const secret = shop.base.config.sepay_hmac_secret;
  await receiveIpn(shop.ctx(), sepayIpn({ account_number, content, amount, txn }, secret, shop.now));
}

async function transferOrder(from: Awaited<ReturnType<TestShop["as"]>>) {
  const { order_code, payment, totals } = await from.orders.place(form({ payment_method: "bank_transfer" }));
  return { order_code, content: payment.transfer?.content ?? "", total: totals.total };
}

describe("a history row names who acted", () => {
  test("from a guest's placement to completion, each step by another", async () => {
    const { order_code } = await shop.visitor().orders.place(form());
    await approveOrder(shop.ctx({ actor: `staff:${an}` }), order_code);
    await shipOrder(shop.ctx(), order_code);
    await deliverOrder(shop.ctx({ actor: "provider:ghn" }), order_code);
    shop.advanceClock(8 * 86_400_000);
    await completeOrders(shop.ctx());
    expect(await stepsOf(order_code)).toEqual([
      "waiting_approval customer",
      `confirmed staff:${an}`,
      "delivering command",
      "delivered provider:ghn",
      "completed system",
    ]);
    expect(await moneyOf(order_code)).toEqual(["attempt customer"]);
  });

  test("of an order paid by transfer, cancelled by its customer and paid back by staff", async () => {
    const shopper = await shop.as("lan");
    const { order_code, content, total } = await transferOrder(shopper);
    await pay(content, total);
    await shopper.orders.cancel({ id: order_code, reason: "changed_mind" });
    await recordRefund(shop.ctx({ actor: `staff:${an}` }), order_code, { amount: total, reference: "FT1" });
    expect(await stepsOf(order_code)).toEqual([
      `waiting_approval customer:${lan}`,
      "confirmed system",
      `cancelled customer:${lan}`,
    ]);
    expect(await moneyOf(order_code)).toEqual([
      `attempt customer:${lan}`,
      "credit provider:bank-transfer",
      `owed customer:${lan}`,
      `success staff:${an}`,
    ]);
  });

  test("of a surplus that a later cancellation makes owed, and of a part of the money when the deadline passes", async () => {
    const over = await transferOrder(shop.visitor());
    await pay(over.content, over.total + 50_000);
    await cancelOrder(shop.ctx(), over.order_code, { note: "hết hàng" });
    expect((await moneyOf(over.order_code)).slice(2)).toEqual([
      "proposed provider:bank-transfer",
      "owed command",
      "owed command",
    ]);
    const under = await transferOrder(shop.visitor());
    await pay(under.content, 10_000);
    shop.advanceClock(2 * 86_400_000);
    await expirePayments(shop.ctx());
    expect((await moneyOf(under.order_code)).slice(2)).toEqual(["proposed system"]);
    expect((await stepsOf(under.order_code)).at(-1)).toBe("cancelled system");
    expect((await paymentOf(shop.ctx(), under.order_code)).status).not.toBe("success");
  });

  test("of a setting: who set the value in force", async () => {
    const byWhom = async () =>
      (
        await shop.sql
          .selectFrom("kernel.settings")
          .select("updated_by")
          .where("key", "=", "maintenance")
          .executeTakeFirst()
      )?.updated_by;
    for (const actor of ["command", `staff:${an}`] as const) {
      await setSetting(shop.ctx({ actor }), "maintenance", { on: false });
      expect(await byWhom()).toBe(actor);
    }
  });

  test("and who may not take a step leaves none", async () => {
    const { order_code } = await shop.visitor().orders.place(form());
    for (const act of [approveOrder, shipOrder, deliverOrder])
      await expect(act(shop.ctx({ actor: "customer" }), order_code)).rejects.toThrow(ShopError);
    expect(await stepsOf(order_code)).toHaveLength(1);
  });

  test("and cannot be rewritten", async () => {
    await expect(sql`update payments.refund_history set actor = 'system'`.execute(shop.sql)).rejects.toThrow(
      "append only",
    );
    await expect(sql`delete from payments.refund_history`.execute(shop.sql)).rejects.toThrow("append only");
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });
});
