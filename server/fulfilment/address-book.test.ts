import type { Shop } from "contract/contract.ts";
import type { SavedAddressInput as Schema } from "contract/fulfilment/fulfilment.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
let john: Shop;

beforeAll(async () => {
  shop = await testShop({ max: 12 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  john = await shop.as("john");
  for (const { id } of await john.fulfilment.addresses({})) await john.fulfilment.removeAddress({ id });
});

const home = (change: Partial<z.input<typeof Schema>> = {}): z.input<typeof Schema> => ({
  label: "Nhà",
  full_name: "Tạ Mai Lan",
  phone: "0590000011",
  city_code: "01",
  ward_code: "00229",
  street: "18 phố Men Ngọc",
  ...change,
});
/** Phường Hàng Đào, Quận Hoàn Kiếm, Hà Nội, before July 2025. */
const legacy = { address_system: "legacy", city_code: "01", district_code: "002", ward_code: "00049" } as const;

const defaults = async (who: Shop) => (await who.fulfilment.addresses({})).filter((each) => each.is_default);

describe("an address book", () => {
  it("an address is stored as typed and as one line for carriers", async () => {
    const kept = await john.fulfilment.addAddress(home({ type: "office" }));
    expect(kept).toMatchObject({
      label: "Nhà",
      full_name: "Tạ Mai Lan",
      phone: "+84590000011",
      type: "office",
      text: "18 phố Men Ngọc, Phường Kim Liên, Thành phố Hà Nội",
      is_default: true,
      needs_confirmation: false,
      is_outdated: false,
    });
    expect(await john.fulfilment.addresses({})).toEqual([kept]);
    expect(await john.fulfilment.accountAddresses({})).toEqual([kept]);
  });

  it("an address book is the same on all devices of its account, and no other account sees it", async () => {
    const kept = await john.fulfilment.addAddress(home());
    expect(await (await shop.as("john")).fulfilment.addresses({})).toEqual([kept]);
    const minh = await shop.as("minh");
    const before = await minh.fulfilment.addresses({});
    const absent = { ...home(), id: "AAAAAAAAAAAA" };
    for (const attempt of [
      (id: string) => minh.fulfilment.setDefaultAddress({ id }),
      (id: string) => minh.fulfilment.removeAddress({ id }),
      (id: string) => minh.fulfilment.editAddress({ ...home(), id }),
      (id: string) => minh.cart.setShippingAddress({ address_id: id }),
    ]) {
      const [notYours, notThere] = await Promise.all([kept.id, absent.id].map((id) => attempt(id).catch((e) => e)));
      expect(notYours).toMatchObject({ status: 404 });
      expect(notYours.body).toEqual(notThere.body);
    }
    expect(await minh.fulfilment.addresses({})).toEqual(before);
    await expect(shop.visitor().fulfilment.addresses({})).rejects.toMatchObject({ status: 401 });
  });

  it("there is always exactly one default, whatever is added, chosen and deleted", async () => {
    const first = await john.fulfilment.addAddress(home());
    const second = await john.fulfilment.addAddress(home({ street: "2 phố Men Ngọc" }));
    expect(await defaults(john)).toMatchObject([{ id: first.id }]);
    const third = await john.fulfilment.addAddress(home({ street: "3 phố Men Ngọc", is_default: true }));
    expect(await defaults(john)).toMatchObject([{ id: third.id }]);
    const book = await john.fulfilment.setDefaultAddress({ id: second.id });
    expect(book[0]).toMatchObject({ id: second.id, is_default: true });
    expect(await john.fulfilment.removeAddress({ id: second.id })).toMatchObject({ street: "2 phố Men Ngọc" });
    expect(await defaults(john)).toMatchObject([{ id: third.id }]);
    await john.fulfilment.removeAddress({ id: third.id });
    await john.fulfilment.removeAddress({ id: first.id });
    expect(await john.fulfilment.addresses({})).toEqual([]);
    expect(await john.fulfilment.addAddress(home())).toMatchObject({ is_default: true });
  });

  it("the database refuses two defaults, or none", async () => {
    await john.fulfilment.addAddress(home());
    await expect(
      sql`update fulfilment.address_books set default_address = 0 where customer_id =
        (select customer_id from fulfilment.addresses order by id desc limit 1)`.execute(shop.sql),
    ).rejects.toThrow(/address_books_default/);
    await expect(sql`delete from fulfilment.addresses`.execute(shop.sql)).rejects.toThrow(/address_books_default/);
  });

  it("the limit of twenty holds, also with forty additions at once", async () => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => shop.as("john")));
    const tries = Array.from({ length: 40 }, (_, at) =>
      devices[at % 4]?.fulfilment.addAddress(home({ street: `${at} phố Men Ngọc`, is_default: at % 3 === 0 })),
    );
    const answers = await Promise.allSettled(tries);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const refusals = answers.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 422, body: { message: expect.stringContaining("20") } });
    }
    expect(await john.fulfilment.addresses({})).toHaveLength(20);
    expect(await defaults(john)).toHaveLength(1);
  });

  it("there is one default while two devices delete and choose at once", async () => {
    const kept = [];
    for (const at of [1, 2, 3, 4]) kept.push(await john.fulfilment.addAddress(home({ street: `${at} phố Men Ngọc` })));
    const other = await shop.as("john");
    await Promise.allSettled([
      ...kept.slice(0, 3).map(({ id }) => john.fulfilment.removeAddress({ id })),
      ...kept.map(({ id }) => other.fulfilment.setDefaultAddress({ id })),
    ]);
    expect(await defaults(john)).toMatchObject([{ id: kept[3]?.id }]);
  });
});

describe("a legacy address (before July 2025)", () => {
  it("a legacy address is stored with its current ward and waits for the owner's confirmation", async () => {
    const kept = await john.fulfilment.addAddress(home(legacy));
    expect(kept).toMatchObject({
      address_system: "current",
      ward_code: "00070",
      needs_confirmation: true,
      legacy_address: { ward_code: "00049" },
    });
    const confirmed = await john.fulfilment.editAddress({
      ...home(legacy),
      id: kept.id,
      current_ward_code: kept.ward_code,
    });
    expect(confirmed).toMatchObject({ id: kept.id, needs_confirmation: false, legacy_address: { ward_code: "00049" } });
  });

  it("an address whose ward no longer exists is shown as one to choose again", async () => {
    const kept = await john.fulfilment.addAddress(home());
    await sql`update fulfilment.addresses set address = jsonb_set(address, '{ward_code}', '"99999"')
      where code = ${kept.id}`.execute(shop.sql);
    expect(await john.fulfilment.addresses({})).toMatchObject([{ id: kept.id, is_outdated: true }]);
    await john.cart.setShippingAddress({ address_id: kept.id });
    expect((await john.cart.get({})).shipping).toBeNull();
  });
});

describe("the cart", () => {
  it("the cart takes an address of the book with its receiver", async () => {
    const kept = await john.fulfilment.addAddress(home());
    const cart = await john.cart.setShippingAddress({ address_id: kept.id });
    expect(cart).toMatchObject({
      shipping_address: { street: "18 phố Men Ngọc", ward_code: "00229" },
      receiver: { full_name: "Tạ Mai Lan", phone: "+84590000011" },
    });
    expect(cart.shipping_address).not.toHaveProperty("label");
  });

  it("without an address or an id the missing fields are named", async () => {
    await expect(john.cart.setShippingAddress({})).rejects.toMatchObject({
      status: 422,
      body: { errors: { city_code: ["Vui lòng nhập thông tin"], street: ["Vui lòng nhập thông tin"] } },
    });
  });
});

describe("the demo", () => {
  it("every demo account has its addresses", async () => {
    const lan = await shop.as("lan");
    const book = await lan.fulfilment.addresses({});
    expect(book.map(({ label, is_default }) => [label, is_default])).toEqual([
      ["Nhà", true],
      ["Công ty", false],
    ]);
    for (const each of book) expect(each).toMatchObject({ needs_confirmation: false, is_outdated: false });
    const written: z.input<typeof Schema> = home({ street: "Nhà mới" });
    expect(await lan.fulfilment.addAddress(written)).toMatchObject({ street: "Nhà mới" });
  });
});
