/** What has to be true before the examples of warranty can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup, World } from "../api/test-examples.ts";
import { orderForm, RICE_COOKER } from "../orders/test-orders.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { codeFor } from "../testing/test-codes.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { dayBefore, freshSerial, KETTLE, knownMachine, owner } from "./test-warranties.ts";

const MINH = "0590000022";

const sold = ({ shop }: World) => knownMachine(shop.sql, "sold");

/** A card of Minh's. */
export async function cardOfMinh(shop: TestShop): Promise<{ id: string; code: string; serial: string }> {
  const serial = await knownMachine(shop.sql, "sold");
  const minh = await shop.as("minh");
  const bought_on = dayBefore(shop.now, 2);
  const { id, code } = await minh.warranty.activate({ ...owner, serial, phone: MINH, bought_on });
  return { id, code, serial };
}

const minhs: Setup = async ({ shop }) => ({
  token: await shop.token("minh"),
  input: { id: (await cardOfMinh(shop)).id },
});

/** Cards for staff, by their code, with the version they have. */
const forStaff =
  (change: "none" | "void" | "late" = "none"): Setup =>
  async ({ shop }) => {
    const { code } = await cardOfMinh(shop);
    const quynh = await shop.staffId("quynh");
    if (change === "void")
      await sql`update warranty.cards set ended = 'void', ended_at = ${shop.now}, void_reason = 'stolen', voided_by = ${quynh}
        where code = ${code}`.execute(shop.sql);
    if (change === "late")
      await sql`update warranty.cards set proof = 'pending', start_kind = 'production' where code = ${code}`.execute(
        shop.sql,
      );
    const { rows } = await sql<{ version: number }>`select version from warranty.cards where code = ${code}`.execute(
      shop.sql,
    );
    return { input: { code, version: rows[0]?.version ?? 1 } };
  };

/** An agent's activation for Minh. Answers the token of its link. */
async function agents(shop: TestShop): Promise<string> {
  const serial = await knownMachine(shop.sql, "sold");
  const bought_on = dayBefore(shop.now, 2);
  await (await shop.as("cau-giay")).warranty.activate({ ...owner, serial, for_phone: MINH, bought_on });
  const { data } = await (await shop.as("minh")).notifications.list({});
  const link = data.find(({ kind }) => kind === "warranty_confirm")?.link ?? "";
  return new URL(link, "http://shop").searchParams.get("token") ?? "";
}

const confirming: Setup = async ({ shop }) => ({
  token: await shop.token("minh"),
  input: { token: await agents(shop) },
});

/** Hoa asks for a machine of Minh's. */
async function transferOf(shop: TestShop): Promise<string> {
  const { serial } = await cardOfMinh(shop);
  const hoa = await shop.as("hoa");
  const { phone } = await hoa.identity.profile({});
  const { code } = await hoa.warranty.transfer({ serial, phone: phone ?? "", full_name: "Lê Thị Hoa" });
  return code;
}

const answering: Setup = async ({ shop }) => {
  const code = await transferOf(shop);
  const token = await shop.token("minh");
  const minh = shop.visitor({ token });
  await minh.identity.sendCode({ phone: MINH, purpose: "warranty" });
  return { token, input: { code, otp: await codeFor(shop, `+84${MINH.slice(1)}`) } };
};

const orderWithMachine = async ({ shop }: World) => {
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const form = orderForm({ items, note: crypto.randomUUID() });
  const { order_code } = await shop.visitor().orders.place(form, { idempotency_key: crypto.randomUUID() });
  const { lines } = await (await shop.staff("an")).warranty.orderSerials({ code: order_code });
  return { code: order_code, key: lines[0]?.key ?? "", prefix: lines[0]?.prefix ?? KETTLE.prefix };
};

const proving: Setup = async ({ shop }) => {
  const { id } = await cardOfMinh(shop);
  const token = await shop.token("minh");
  await shop.visitor({ token }).warranty.sendCode({ id });
  return { token, input: { id, otp: await codeFor(shop, `+84${MINH.slice(1)}`) } };
};

export const warrantySetups: Readonly<Record<string, Setup>> = {
  "warranty.check": async (world) => ({ input: { serial: await sold(world) } }),
  "warranty.lookUp": async (world) => ({ input: { serial: await sold(world) } }),
  "warranty.activate": async (world) => ({
    token: await world.shop.token("minh"),
    input: { serial: await sold(world), bought_on: dayBefore(world.shop.now, 3) },
  }),
  "warranty.activateOwn": minhs,
  "warranty.own": async ({ shop }) => ({ token: await shop.token("minh") }),
  "warranty.card": minhs,
  "warranty.sendCode": minhs,
  "warranty.prove": proving,
  "warranty.object": async ({ shop }) => {
    const { id } = await cardOfMinh(shop);
    await sql`update warranty.cards set ended = 'void', ended_at = ${shop.now}, void_reason = 'stolen',
      voided_by = ${await shop.staffId("an")} where public_id = ${id}`.execute(shop.sql);
    return { token: await shop.token("minh"), input: { id } };
  },
  "warranty.lookUpConfirm": async ({ shop }) => {
    await cardOfMinh(shop);
    const token = await shop.token("minh");
    await shop.visitor({ token }).warranty.lookUp({ phone: MINH });
    return { token, input: { otp: await codeFor(shop, `+84${MINH.slice(1)}`) } };
  },
  "warranty.confirmation": confirming,
  "warranty.sendConfirmCode": confirming,
  "warranty.confirm": confirming,
  "warranty.notMe": confirming,
  "warranty.transfer": async ({ shop }) => {
    const { serial } = await cardOfMinh(shop);
    const token = await shop.token("hoa");
    const { phone } = await shop.visitor({ token }).identity.profile({});
    return { token, input: { serial, phone } };
  },
  "warranty.answerTransfer": answering,
  "warranty.withdrawTransfer": async ({ shop }) => ({
    token: await shop.token("hoa"),
    input: { code: await transferOf(shop) },
  }),
  "warranty.record": async ({ shop }) => ({ input: { code: (await cardOfMinh(shop)).code } }),
  "warranty.invoice": async ({ shop }) => {
    const { code } = await cardOfMinh(shop);
    const key = newKey("warranty", "pdf");
    await storageOf(shop.ctx().config).put(key, Buffer.from("%PDF-1.7"), "application/pdf");
    await sql`update warranty.cards set invoice_key = ${key} where code = ${code}`.execute(shop.sql);
    return { input: { code } };
  },
  "warranty.void": forStaff(),
  "warranty.restore": forStaff("void"),
  "warranty.decideInvoice": forStaff("late"),
  "warranty.decideTransfer": async ({ shop }) => {
    const code = await transferOf(shop);
    await sql`update warranty.transfers set asked_at = asked_at - interval '8 days' where code = ${code}`.execute(
      shop.sql,
    );
    return { input: { code } };
  },
  "warranty.orderSerials": async (world) => ({ input: { code: (await orderWithMachine(world)).code } }),
  "warranty.saveOrderSerials": async (world) => {
    const { prefix, ...line } = await orderWithMachine(world);
    return { input: { ...line, serial: freshSerial(prefix) } };
  },
};
