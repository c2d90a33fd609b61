/**
 * A customer's own orders: the list, changing the delivery address, buying again, and limits on guessing phone numbers
 * of orders. rules/orders#states
 */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inProcess } from "../calls/handle.ts";
import { shopHandlers } from "../shop.ts";
import { solvedCaptcha } from "../testing/test-codes.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { approveOrder, cancelOrder, deliverOrder, shipOrder } from "./orders.ts";
import { type OrderLookup, provenOrder } from "./ownership/proof.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale } from "./test-orders.ts";

let shop: TestShop;
let lan: Shop;
let minh: Shop;

beforeAll(async () => {
  shop = await testShop({ max: 20 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
  [lan, minh] = await Promise.all([shop.as("lan"), shop.as("minh")]);
});

let count = 0;
async function place(who: Shop, change: Parameters<typeof orderForm>[0] = {}): Promise<string> {
  const form = orderForm({ items: [{ product_id: juicer, quantity: 2 }], note: `đơn ${count++}`, ...change });
  return (await who.orders.place(form)).order_code;
}

describe("order list", () => {
  it("a customer sees their orders on every device, newest first; another account gets 'not found'", async () => {
    const first = await place(lan);
    shop.advanceClock(1000);
    const second = await place(lan, { items: [{ product_id: RICE_COOKER, quantity: 1 }] });
    const { data, meta } = await (await shop.as("lan")).orders.list({});
    expect(data.map(({ order_code }) => order_code).slice(0, 2)).toEqual([second, first]);
    expect(meta.total).toBe(data.length);
    expect(data[1]).toMatchObject({
      status: "waiting_approval",
      piece_count: 2,
      line_count: 1,
      payment_status: "pending",
    });
    expect(data[1]?.items).toMatchObject([{ product_id: juicer, quantity: 2 }]);
    expect((await minh.orders.list({})).data).toEqual([]);
    await expect(shop.visitor().orders.list({})).rejects.toMatchObject({ status: 401 });
    const seen = await (await shop.as("lan")).orders.byCode({ id: first });
    expect(seen.receiver.address).toContain("Số 12 ngõ 6 phố Sen Hồng");
    const [foreign, absent] = await Promise.all(
      [first, "2222222222"].map((id) => minh.orders.byCode({ id }).catch((error) => error)),
    );
    expect(foreign.body).toEqual(absent.body);
  });

  it("orders are found by status, part of the code, product name with or without marks, and SKU", async () => {
    const hoa = await shop.as("hoa");
    const code = await place(hoa);
    const other = await place(hoa, { items: [{ product_id: RICE_COOKER, quantity: 1 }] });
    await approveOrder(shop.ctx(), other);
    const found = async (input: Parameters<Shop["orders"]["list"]>[0]) =>
      (await hoa.orders.list(input)).data.map(({ order_code }) => order_code);
    expect(await found({ status: "confirmed" })).toEqual([other]);
    expect(await found({ search: code.slice(2, 8).toLowerCase() })).toEqual([code]);
    const { items } = await hoa.orders.byCode({ id: code });
    expect(await found({ search: items[0]?.code ?? "" })).toEqual([code]);
    expect(await found({ search: "noi com" })).toEqual([other]);
    expect(await found({ search: "Nồi Cơm", status: "cancelled" })).toEqual([]);
    expect(await found({ search: "%" })).toEqual([]);
    expect(await hoa.orders.list({ limit: "1", page: "2" })).toMatchObject({
      data: [{ order_code: code }],
      meta: { current_page: 2, last_page: 2, per_page: 1, total: 2 },
    });
  });

  it("the summary counts orders by status", async () => {
    const tuan = await shop.as("tuan");
    await place(tuan);
    await cancelOrder(shop.ctx({ actor: "customer" }), await place(tuan), { reason: "too_slow" });
    const { total, statuses } = await tuan.orders.statusSummary({});
    expect(total).toBe(2);
    expect(statuses.map(({ status, count }) => [status, count])).toEqual([
      ["waiting_approval", 1],
      ["confirmed", 0],
      ["delivering", 0],
      ["delivered", 0],
      ["completed", 0],
      ["cancelled", 1],
    ]);
    expect((await tuan.orders.statusSummary({ lang: "en" })).statuses[5]?.label).toBe("Cancelled");
  });
});

describe("changing the delivery address", () => {
  const nearby = { city_code: "01", ward_code: "00070", street: "40 phố Lụa Vàng" };

  it("before shipping, the address changes, the total stays, and the history records it", async () => {
    const code = await place(lan);
    const before = await lan.orders.byCode({ id: code });
    expect(before.can_change_address).toBe(true);
    const after = await lan.orders.setShippingAddress({ order: code, ...nearby, phone: "0590000022" });
    expect(after.receiver).toEqual({
      full_name: "Tạ Mai Lan",
      phone: "+84590000022",
      address: "40 phố Lụa Vàng, Phường Hoàn Kiếm, Thành phố Hà Nội",
    });
    expect(after.totals).toEqual(before.totals);
    expect(after.status_history.at(-1)).toMatchObject({
      status: "waiting_approval",
      event: "address",
      who: "customer",
    });
  });

  it("an address of the address book can be chosen, by order code or by payment id", async () => {
    const code = await place(lan, { payment_method: "bank_transfer" });
    const office = (await lan.fulfilment.addresses({})).find(({ label }) => label === "Công ty");
    const byCodeAlone = await lan.orders.useAddress({ order_code: code, address_id: office?.id ?? "" });
    expect(byCodeAlone.receiver.address).toBe(office?.text);
    const home = (await lan.fulfilment.addresses({}))[0];
    const { uid_payment } = byCodeAlone;
    const byPayment = await lan.orders.useAddress({ uid_payment, address_id: home?.id ?? "" });
    expect(byPayment.receiver.address).toBe(home?.text);
    await expect(lan.orders.useAddress({ address_id: home?.id ?? "" })).rejects.toMatchObject({ status: 422 });
    await expect(minh.orders.useAddress({ uid_payment, address_id: home?.id ?? "" })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("an address with another delivery fee or another warehouse is refused with the reason", async () => {
    const code = await place(lan);
    const messageFor = (place: typeof nearby) =>
      lan.orders.setShippingAddress({ order: code, ...place }).catch((error) => error.body.message);
    // A commune of Hà Nội: remote. Then Thành phố Hồ Chí Minh.
    const remote = { city_code: "01", ward_code: "09619", street: "1 thôn Đông" };
    expect(await messageFor(remote)).toContain("phí giao khác");
    expect(await messageFor({ city_code: "79", ward_code: "27475", street: "8 Mây Trắng" })).toContain("kho khác");
    expect((await lan.orders.byCode({ id: code })).receiver.address).toContain("Sen Hồng");
  });

  it("a change is refused once the order is delivering, also when it ships at the same moment", async () => {
    const code = await place(lan);
    await approveOrder(shop.ctx(), code);
    const ctx = shop.ctx();
    const tries = await Promise.allSettled([
      shipOrder(ctx, code),
      ...Array.from({ length: 8 }, (_, at) =>
        lan.orders.setShippingAddress({ order: code, ...nearby, street: `${at} phố Lụa Vàng` }),
      ),
    ]);
    expect(tries[0]?.status).toBe("fulfilled");
    const late = await lan.orders.setShippingAddress({ order: code, ...nearby }).catch((error) => error);
    expect(late).toMatchObject({ status: 409, body: { code: "state_conflict" } });
    const { status_history, can_change_address } = await lan.orders.byCode({ id: code });
    expect(can_change_address).toBe(false);
    const leftAt = status_history.findIndex(({ status }) => status === "delivering");
    expect(status_history.slice(leftAt).every(({ event }) => event === "status")).toBe(true);
  });

  it("only the owner's account may change it; code and phone are not enough, and another account gets 'not found'", async () => {
    const code = await place(lan);
    const other = await minh.orders.setShippingAddress({ order: code, ...nearby }).catch((error) => error);
    const absent = await minh.orders.setShippingAddress({ order: "2222222222", ...nearby }).catch((error) => error);
    expect(other).toMatchObject({ status: 404 });
    expect(other.body).toEqual(absent.body);
    const seen = await shop.visitor().orders.byCode({ id: code, order_phone: "0590000011" });
    expect(seen.can_change_address).toBe(false);
  });
});

describe("buying an order again", () => {
  it("available items are added to the cart, and unavailable ones are named", async () => {
    const code = await place(lan, {
      items: [
        { product_id: juicer, quantity: 3 },
        { product_id: RICE_COOKER, quantity: 1 },
      ],
    });
    await lan.cart.addItem({ product_id: juicer, quantity: 1 });
    await setStock(shop.sql, RICE_COOKER, 0);
    const { cart, lines } = await lan.orders.buyAgain({ id: code });
    expect(cart.items).toMatchObject([{ product_id: juicer, quantity: 4, selected: true }]);
    expect(lines).toMatchObject([
      { product_id: juicer, asked: 3, added: 3, problem: null },
      { product_id: RICE_COOKER, asked: 1, added: 0, problem: "out_of_stock" },
    ]);
    expect(lines[1]?.name.length).toBeGreaterThan(3);
    for (const { key } of cart.items) await lan.cart.removeItem({ key });
  });

  it("with less in stock the quantity is reduced, and the answer says so", async () => {
    const code = await place(minh, { items: [{ product_id: juicer, quantity: 5 }] });
    await setStock(shop.sql, juicer, 2);
    const { cart, lines } = await minh.orders.buyAgain({ id: code });
    expect(lines).toMatchObject([{ asked: 5, added: 2, problem: "above_maximum" }]);
    expect(cart.items).toMatchObject([{ quantity: 2, problem: null }]);
    const again = await minh.orders.buyAgain({ id: code });
    expect(again.lines).toMatchObject([{ added: 0, problem: "above_maximum" }]);
    expect(again.cart.items).toMatchObject([{ quantity: 2 }]);
  });

  it("the limit of a flash sale applies", async () => {
    const sato = await shop.as("sato");
    const code = await place(sato, { items: [{ product_id: juicer, quantity: 5 }] });
    await startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_000_000, quota: 50, maximum: 2 });
    const { cart } = await sato.orders.buyAgain({ id: code });
    expect(cart.items).toMatchObject([{ quantity: 2, flash_sale: true, unit_price: 1_000_000 }]);
  });

  it("a guest may buy again with code and phone; submissions at the same moment all count", async () => {
    const guest = shop.visitor({ client: "10.4.0.1" });
    const code = await place(shop.visitor({ client: "10.4.0.2" }));
    const { cart } = await guest.orders.buyAgain({ id: code, order_phone: "0590000011" });
    expect(cart.session_id).toBeTruthy();
    expect((await guest.cart.get({})).item_count).toBe(2);
    await Promise.all([1, 2, 3].map(() => guest.orders.buyAgain({ id: code, order_phone: "0590000011" })));
    expect((await guest.cart.get({})).item_count).toBe(8);
    await expect(guest.orders.buyAgain({ id: code, order_phone: "0590000012" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("steps of the order's owner", () => {
  it("the owner cancels with a reason and confirms receipt without giving the phone number", async () => {
    const cancelled = await lan.orders.cancel({ id: await place(lan), reason: "too_slow", note: "Chờ lâu" });
    expect(cancelled).toMatchObject({ status: "cancelled", can_cancel: false, can_change_address: false });
    const code = await place(lan);
    await approveOrder(shop.ctx(), code);
    await shipOrder(shop.ctx(), code);
    await deliverOrder(shop.ctx(), code);
    expect((await lan.orders.confirmReceived({ id: code })).status).toBe("completed");
  });
});

describe("a guest order that was assigned to an account", () => {
  it("the account sees all of it; the device that placed it sees no personal data any more", async () => {
    const guest = shop.visitor({ client: "10.5.0.9" });
    await guest.cart.addItem({ product_id: juicer }); // opens the session that the order belongs to
    const code = await place(guest);
    expect((await guest.orders.byCode({ id: code })).receiver.phone).toContain("590000011");
    await sql`update orders.orders set customer_id = (select id from identity.customers where phone = '+84590000011')
      where code = ${code}`.execute(shop.sql);
    expect((await lan.orders.byCode({ id: code })).receiver.phone).toContain("590000011");
    const shown = await guest.orders.byCode({ id: code });
    expect(shown.order_code).toBe(code);
    expect(JSON.stringify(shown)).not.toMatch(/590000011|590 000 011|Tạ Mai Lan/);
  });
});

describe("rate limits on guessing an order's phone number", () => {
  /** As in the shop itself, where limits are what they say. */
  const guesser = (client: string) => {
    const ctx = shop.ctx({ client });
    return { ...ctx, config: { ...ctx.config, limit_factor: 1 } };
  };

  const tryPhone = (client: string, asked: OrderLookup) =>
    provenOrder(guesser(client), asked).then(
      ({ full }) => full,
      (error) => error.code,
    );
  const countOf = (answers: readonly unknown[], code: string) => answers.filter((each) => each === code).length;

  it("after 30 wrong tries of a /64 each try needs a captcha, a right one too; a caller who gave the right phone before is not limited", async () => {
    const code = await place(shop.visitor({ client: "10.5.0.1" }));
    const right = { id: code, order_phone: "0590000011" };
    for (let look = 0; look < 40; look++) expect(await tryPhone("10.5.0.2", right)).toBe(false);
    // Of one network of IPv6, whose addresses are all one household's.
    const seenBefore = "2001:db8:0:5::99";
    expect(await tryPhone(seenBefore, right)).toBe(false);
    const codes = Array.from({ length: 40 }, (_, at) => ({ id: `23456789${20 + at}`, order_phone: "0590000011" }));
    const answers = await Promise.all(codes.map((asked, at) => tryPhone(`2001:db8:0:5::${at}`, asked)));
    expect([countOf(answers, "not_found"), countOf(answers, "captcha_required")]).toEqual([30, 10]);
    expect(await tryPhone(seenBefore, right)).toBe(false);
    const other = { id: await place(shop.visitor({ client: "10.5.0.1" })), order_phone: "0590000011" };
    expect(await tryPhone("2001:db8:0:5:ffff::1", other)).toBe("captcha_required");
    expect(await tryPhone("2001:db8:0:5:ffff::1", { ...other, order_phone: "0590000012" })).toBe("captcha_required");
    expect(await tryPhone("2001:db8:0:6::1", other)).toBe(false);
    const solved = async () => ({ captcha: await solvedCaptcha(shop.visitor()) });
    expect(await tryPhone("2001:db8:0:5:ffff::1", { ...other, ...(await solved()) })).toBe(false);
    const wrong = { ...other, order_phone: "0590000012" };
    expect(await tryPhone("2001:db8:0:5:ffff::1", { ...wrong, ...(await solved()) })).toBe("not_found");
    // Having shown one order opens no other, and no other phone this one.
    expect(await tryPhone(seenBefore, wrong)).toBe("captcha_required");
  });

  it("an order allows 20 wrong tries an hour over all IP addresses; a look-up without a phone does not count", async () => {
    const code = await place(shop.visitor({ client: "10.5.0.1" }));
    for (let look = 0; look < 25; look++)
      expect(await tryPhone(`10.6.1.${look}`, { id: code, order_phone: "" })).toBe("not_found");
    const tries = Array.from({ length: 60 }, (_, at) => ({ id: code, order_phone: `05900001${10 + at}` }));
    const answers = await Promise.all(tries.map((asked, at) => tryPhone(`10.6.0.${at}`, asked)));
    expect([countOf(answers, "not_found"), countOf(answers, "too_many")]).toEqual([20, 40]);
    expect(await tryPhone("10.6.0.99", { id: code, order_phone: "0590000011" })).toBe("too_many");
  });

  it("tries count also when an Idempotency-Key rolls the failed call back", async () => {
    const code = await place(shop.visitor({ client: "10.5.0.1" }));
    const table = inProcess(shopHandlers, () => guesser("10.5.0.7"));
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        refusalCode(
          table(
            "orders.cancel",
            { id: code, order_phone: `05900001${10 + at}`, reason: "other" },
            { idempotency_key: `${"k".repeat(24)}${at}` },
          ),
        ),
      ),
    );
    expect(countOf(answers, "too_many")).toBeGreaterThan(0);
    expect(await tryPhone("10.5.0.8", { id: code, order_phone: "0590000011" })).toBe("too_many");
  });

  it("the owner's account is never limited", async () => {
    const code = await place(lan);
    const owner = await shop.as("lan", { client: "10.5.0.3" });
    for (let look = 0; look < 40; look++) expect((await owner.orders.byCode({ id: code })).order_code).toBe(code);
  });
});
