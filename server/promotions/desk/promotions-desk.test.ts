/** Promotions as a marketer writes, publishes and stops them, on a real shop. rules/promotions#desk */
import type { CallInput } from "contract/call.ts";
import type { contract, Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { minuteText } from "./stored-form.ts";

const DAY_MS = 86_400_000;
const reason = "Theo kế hoạch";
let shop: TestShop;
let chi: Shop;
let sku = "";
let product = 0;
beforeAll(async () => {
  shop = await testShop({ programmes: true });
  chi = await shop.staff("chi");
  // At its list price: what a promotion takes off is all that is off.
  const { rows } = await sql<{ id: number; sku: string }>`
    select v.id, v.sku from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
    join catalogue.stock s on s.variant_id = v.id and s.on_hand - s.allocated > 5
    where p.sale_price is null and p.list_price between 1000000 and 3000000
      and not exists (select from promotions.flash_sale_items i where i.variant_id = v.id)
    order by v.id limit 1`.execute(shop.sql);
  product = rows[0]?.id ?? 0;
  sku = rows[0]?.sku ?? "";
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const at = (days: number) => minuteText(new Date(shop.now.getTime() + days * DAY_MS));
type Fields = Partial<Omit<CallInput<typeof contract.promotions.save>, "code" | "version">>;

/** A coupon that one person may publish, unless a field says otherwise. */
async function draft(fields: Fields = {}, kind: "coupon" | "programme" | "flash_sale" | "voucher" = "coupon") {
  const title = { vi: `Thử ${crypto.randomUUID().slice(0, 8)}`, en: "Try", ja: "試し" };
  const { code } = await chi.promotions.make({ kind, title });
  const { version, form } = await chi.promotions.record({ code });
  const some = {
    products: kind === "flash_sale" ? "" : sku,
    percent: 5,
    cap: 50_000,
    min_order: 500_000,
    max_uses: 20,
    starts: at(-1),
    ends: at(9),
  };
  const { kind: _, ...begun } = form;
  const saved = await chi.promotions.save({ ...begun, ...some, ...fields, code, version });
  return { code, version: saved.version };
}

const published = async (fields: Fields = {}) => chi.promotions.publish({ ...(await draft(fields)), reason });
/** A figure and its đ stand together in what people read. */
const plain = (text = "") => text.replaceAll("\u00a0", " ");
const refused = async (call: Promise<unknown>) => (await refusal(call)).body;
const rowOf = async (code: string) => (await chi.promotions.desk({ q: code })).rows.find((row) => row.code === code);

describe("the list", () => {
  test("has codes, programmes and flash sales with what they do in words, and drafts beside them", async () => {
    const { code } = await draft();
    const { rows } = await chi.promotions.desk({ limit: 100 });
    const kinds = new Set(rows.map(({ kind }) => kind));
    expect([...kinds]).toEqual(
      expect.arrayContaining(["coupon", "delivery_coupon", "voucher", "programme", "flash_sale"]),
    );
    expect(rows.find((row) => row.code === code)).toMatchObject({ state: "draft", used: 0, cost: 0 });
    const [bep5] = (await chi.promotions.desk({ q: "bep 5" })).rows;
    expect(bep5).toMatchObject({ kind: "coupon", state: "running", quota: 2000 });
    expect(plain(bep5?.rule)).toContain("giảm 5 %, tối đa 300,000 đ, cho hàng");
    const english = await shop.staff("chi", { locale: "en" });
    expect(plain((await english.promotions.desk({ q: "BEP5" })).rows[0]?.rule)).toContain(
      "5 % off, at most 300,000 đ,",
    );
    expect((await chi.promotions.desk({ state: "draft" })).rows.every(({ state }) => state === "draft")).toBe(true);
  });

  test("is for who may read promotions", async () => {
    const ngoc = await shop.staff("ngoc");
    expect(await refusalCode(ngoc.promotions.desk({}))).toBe("forbidden");
    const quynh = await shop.staff("quynh");
    expect((await quynh.promotions.desk({})).rows.length).toBeGreaterThan(0);
    expect(await refusalCode(quynh.promotions.make({ kind: "coupon", title: { vi: "Thử" } }))).toBe("forbidden");
  });

  test("pages by every order without losing or repeating a row", async () => {
    for (const sort of ["newest", "ending", "starting"] as const) {
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const { rows, next } = await chi.promotions.desk({ sort, limit: 5, ...(after && { after }) });
        seen.push(...rows.map(({ code }) => code));
        if (next === null) break;
        after = next;
      }
      const { count } = await chi.promotions.desk({ sort });
      expect([seen.length, new Set(seen).size]).toEqual([count.rows, count.rows]);
    }
  });
});

describe("a draft", () => {
  test("is saved incomplete, says what is missing, and changes no cart", async () => {
    const { code } = await chi.promotions.make({ kind: "programme", title: { vi: "Chưa xong" } });
    const { judgement, sentence } = await chi.promotions.record({ code });
    expect(judgement?.hindrances).toEqual(expect.arrayContaining(["action_missing", "window_missing", "slug_missing"]));
    expect(sentence).toContain("hưa đủ luật");
    expect((await shop.visitor().promotions.programmes({})).data.map(({ title }) => title)).not.toContain("Chưa xong");
    expect(await refusalCode(chi.promotions.publish({ code, version: 1, reason }))).toBe("state_conflict");
  });

  test("reads its rule back with its names, and a second person who saves an older version is told", async () => {
    const { code, version } = await draft({
      products: "",
      categories: ["nau-nuong"],
      ranks: ["gold", "diamond"],
      public_code: "THU8",
    });
    expect(plain((await chi.promotions.record({ code })).sentence)).toMatch(
      /^THU8 giảm 5 %, tối đa 50,000 đ, cho hàng .+ \(trừ giá giờ vàng\) khi hàng được tính, trước mã, từ 500,000 đ, khách hạng Vàng, Kim cương, 20 lượt, từ /,
    );
    expect(await refusalCode(chi.promotions.drop({ code, version: version - 1 }))).toBe("conflict");
    await chi.promotions.drop({ code, version });
    expect(await refusalCode(chi.promotions.record({ code }))).toBe("not_found");
  });

  test("does not take an action its kind does not have", async () => {
    const { code } = await draft();
    const { version, form } = await chi.promotions.record({ code });
    const { kind: _, ...fields } = form;
    expect(await refusalCode(chi.promotions.save({ ...fields, action: "gift", code, version }))).toBe("invalid");
  });

  test("of a copy has everything but code and address, and every running promotion can be copied", async () => {
    const { rows } = await chi.promotions.desk({ state: "running", limit: 100 });
    for (const { code } of rows) {
      const copy = await chi.promotions.copy({ code });
      const [was, is] = [await chi.promotions.record({ code }), await chi.promotions.record(copy)];
      expect(is.form).toEqual({ ...was.form, public_code: "", slug: undefined });
      await chi.promotions.drop({ ...copy, version: 1 });
    }
  });
});

describe("publishing", () => {
  test("within the limits runs at once: the code fits a cart, and what is used counts in the list", async () => {
    const { state, code, public_code } = await published({ public_code: "CHAY5" });
    expect([state, public_code]).toEqual(["running", "CHAY5"]);
    const lan = shop.visitor();
    const { session_id } = await lan.cart.addItem({ product_id: product });
    const cart = await lan.cart.addCoupon({ session_id: session_id ?? "", code: "chạy-5" });
    expect(cart.codes).toMatchObject([{ code: "CHAY5", slot: "coupon" }]);
    expect(await rowOf(code)).toMatchObject({ state: "running", used: 0 });
  });

  test("needs a second person where it may cost much, lowers deeply, is unbounded or an amount without a minimum", async () => {
    const reasons = async (fields: Fields) => {
      const { code } = await draft(fields);
      return (await chi.promotions.record({ code })).judgement?.needs;
    };
    expect(await reasons({ min_order: 500_000, max_uses: 2000 })).toEqual(["budget"]);
    expect(await reasons({ max_uses: undefined })).toEqual(["no_budget"]);
    expect(await reasons({ percent: 45, cap: 2_000_000, max_uses: 1 })).toContain("deep");
    expect(await reasons({ action: "amount", amount: 10_000, min_order: undefined })).toEqual(["no_minimum"]);
    expect(await reasons({ action: "amount", amount: 10_000, min_order: 500_000 })).toEqual([]);
  });

  test("above a limit is a request for exactly this rule; the owner's approval publishes it once", async () => {
    const asked = await draft({ max_uses: 2000, public_code: "LON5" });
    expect(await refusalCode(chi.promotions.publish({ ...asked, reason }))).toBe("approval_asked");
    expect((await chi.promotions.record({ code: asked.code })).state).toBe("draft");
    const an = await shop.staff("an");
    const { approvals } = await an.staff.approvals({});
    const [request] = approvals.filter(({ subject }) => subject === `promotion:${asked.code}`);
    expect(request).toMatchObject({ kind: "promotion", decided_by: "approvals:trade", amount: 100_000_000 });
    expect(request?.figures.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["rule", "budget", "deepest_percent"]),
    );
    await an.staff.approve({ id: request?.id ?? "", digest: request?.digest ?? "" });
    expect((await chi.promotions.record({ code: asked.code })).state).toBe("running");
    expect(await refusalCode(chi.promotions.publish({ ...asked, reason }))).toBe("state_conflict");
  });

  test("of a draft that was changed meanwhile makes the request void", async () => {
    const asked = await draft({ max_uses: 2000 });
    expect(await refusalCode(chi.promotions.publish({ ...asked, reason }))).toBe("approval_asked");
    const { form, version } = await chi.promotions.record({ code: asked.code });
    const { kind: _, ...fields } = form;
    await chi.promotions.save({ ...fields, max_uses: 4000, code: asked.code, version });
    const an = await shop.staff("an");
    const { approvals } = await an.staff.approvals({});
    const [request] = approvals.filter(({ subject }) => subject === `promotion:${asked.code}`);
    const { state } = await an.staff
      .approve({ id: request?.id ?? "", digest: request?.digest ?? "" })
      .catch(() => an.staff.approval({ id: request?.id ?? "" }));
    expect(state).toBe("void");
    expect((await chi.promotions.record({ code: asked.code })).state).toBe("draft");
  });

  test("of small ones adds up over the shop", async () => {
    const most = { cap: 400_000, max_uses: 100 };
    const { most: each } = (await chi.promotions.record({ code: (await draft(most)).code })).judgement ?? {};
    expect(each).toBe(40_000_000);
    await published(most);
    const second = await draft(most);
    expect((await chi.promotions.record({ code: second.code })).judgement?.needs).toEqual([]);
    expect(await refusalCode(chi.promotions.publish({ ...second, reason }))).toBe("approval_asked");
  });

  test("refuses what lowers a line by more than half, a code that is taken, and a reserved address", async () => {
    const half = await draft({ percent: 60, cap: undefined, budget: 1_000_000 });
    expect((await chi.promotions.record({ code: half.code })).judgement?.hindrances).toEqual(["above_half"]);
    const twice = await draft({ public_code: "BÉP-5", cap: 1_000, max_uses: 1 });
    expect((await refused(chi.promotions.publish({ ...twice, reason }))).message).toContain("Mã này đã có");
  });

  test("says what runs beside it", async () => {
    const { code } = await draft();
    const { warnings } = (await chi.promotions.record({ code })).judgement ?? { warnings: [] };
    expect(warnings.find(({ warning }) => warning === "same_slot")?.names).toContain("CHAY5");
    const sets = await draft(
      { action: "percent", slug: "thu-cung-hang", products: "", categories: ["nau-nuong"] },
      "programme",
    );
    const beside = (await chi.promotions.record({ code: sets.code })).judgement?.warnings ?? [];
    expect(beside.some(({ warning }) => warning === "same_goods")).toBe(true);
  });
});

describe("a published one", () => {
  test("stops at once for carts, keeps its window, and runs again in it", async () => {
    const { code, version, ends_at } = await published({ public_code: "DUNG5", cap: 1_000, max_uses: 5 });
    const lan = shop.visitor();
    const { session_id } = await lan.cart.addItem({ product_id: product });
    const add = () => lan.cart.addCoupon({ session_id: session_id ?? "", code: "DUNG5", replace: true });
    await add();
    const stopped = await chi.promotions.stop({ code, version, reason });
    expect([stopped.state, stopped.stopped?.ends_at]).toEqual(["stopped", ends_at]);
    expect(await rowOf(code)).toMatchObject({ state: "stopped", ends_at });
    expect((await lan.cart.get({ session_id: session_id ?? "" })).codes[0]).toMatchObject({ amount: 0 });
    expect(await refusalCode(chi.promotions.stop({ code, version: stopped.version, reason }))).toBe("state_conflict");
    const again = await chi.promotions.resume({ code, version: stopped.version, reason });
    expect([again.state, again.ends_at]).toEqual(["running", ends_at]);
    expect((await add()).codes[0]?.amount).toBeGreaterThan(0);
  });

  test("that has not begun can be stopped and runs again", async () => {
    const { code, version, state } = await published({ starts: at(3), cap: 1_000, max_uses: 5 });
    expect(state).toBe("scheduled");
    const stopped = await chi.promotions.stop({ code, version, reason });
    expect(stopped.state).toBe("stopped");
    expect((await chi.promotions.resume({ code, version: stopped.version, reason })).state).toBe("scheduled");
  });

  test("only ends later or has more uses", async () => {
    const { code, version, ends_at } = await published({ cap: 1_000, max_uses: 5 });
    expect(await refusalCode(chi.promotions.extend({ code, version, max_uses: 4, reason }))).toBe("state_conflict");
    expect(await refusalCode(chi.promotions.extend({ code, version, reason }))).toBe("state_conflict");
    const more = await chi.promotions.extend({ code, version, max_uses: 9, ends: at(20), reason });
    expect([more.quota, more.version]).toEqual([9, version + 1]);
    expect(new Date(more.ends_at ?? 0) > new Date(ends_at ?? 0)).toBe(true);
    const { form } = await chi.promotions.record({ code });
    const { kind: _, ...fields } = form;
    expect(await refusalCode(chi.promotions.save({ ...fields, code, version: more.version }))).toBe("state_conflict");
  });

  test("of two stops at once one is refused, and the log names who and why", async () => {
    const { code, version } = await published({ cap: 1_000, max_uses: 5 });
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => chi.promotions.stop({ code, version, reason: "Sai nhóm hàng" })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { rows } = await sql<{ reason: string; count: number }>`
      select reason, count(*)::int as count from audit.entries
      where call = 'promotions.stop' and reason = 'Sai nhóm hàng' group by 1`.execute(shop.sql);
    expect(rows).toEqual([{ reason: "Sai nhóm hàng", count: 1 }]);
  });
});

describe("a flash sale", () => {
  test("has a lot a line, each below the price asked, and sells at its prices once it is published", async () => {
    const sku = "SRM-KT17-SV";
    const wrong = await draft({ lots: `${sku} 99000000 5\nkhông phải lô` }, "flash_sale");
    expect((await chi.promotions.record({ code: wrong.code })).judgement?.hindrances).toEqual(
      expect.arrayContaining(["lots_malformed", "lot_above_price"]),
    );
    const { rows } = await sql<{ price: number; variant_id: number }>`
      select catalogue.current_price(p, now())::int as price, v.id as variant_id from catalogue.variants v
      join catalogue.prices p on p.variant_id = v.id where v.sku = ${sku}`.execute(shop.sql);
    const { price = 0, variant_id = 0 } = rows[0] ?? {};
    const lower = Math.floor(price * 0.95);
    const { code, version } = await draft({ lots: `${sku.toLowerCase()} ${lower} 5 1 2` }, "flash_sale");
    const sale = await chi.promotions.publish({ code, version, reason });
    expect(sale).toMatchObject({ state: "running", quota: 5 });
    expect(await chi.promotions.record({ code })).toMatchObject({
      lots: [{ sku, price: lower, quota: 5, maximum: 2, sold: 0 }],
    });
    const lan = shop.visitor();
    expect((await lan.cart.addItem({ product_id: variant_id })).items[0]?.unit_price).toBe(lower);
    await chi.promotions.stop({ code, version: sale.version, reason });
    expect((await shop.visitor().cart.addItem({ product_id: variant_id })).items[0]?.unit_price).not.toBe(lower);
  });
});
