/** One act on many rows: chosen or all that fit, with and without scripts, by keyboard; what was not done is said. */

import { workBulk } from "server/desks/bulk-work.ts";
import { orderForm, RICE_COOKER, setStock } from "server/orders/test-orders.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { soon } from "../harness/shopper.ts";
import { comesTo, keyboard, type Office, openOffice, ways } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await setStock(office.shop.sql, RICE_COOKER, 500);
});
afterEach(() => expect(office.complaints()).toEqual([]));
afterAll(() => office.close());

async function placed(count: number): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < count; n++) {
    office.shop.advanceClock(1000);
    const form = { ...orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }] }), note: crypto.randomUUID() };
    codes.push((await office.shop.visitor().orders.place(form)).order_code);
  }
  return codes;
}
/** Works the run of this page to its end: the office's own worker may hold a row of it that this one passes over. */
async function work(address: string): Promise<void> {
  const id = Number(/\d+$/.exec(address)?.[0]);
  await workBulk(office.shop.ctx({ actor: "system" }), { run: id });
  const state = () =>
    office.shop.sql.selectFrom("desks.bulk_runs").select("state").where("id", "=", id).executeTakeFirst();
  await soon(state).toEqual({ state: "done" });
}

for (const way of ways) {
  it(`chosen orders are approved, and one that changed meanwhile is said: ${way.name}`, async () => {
    const codes = await placed(3);
    const ngoc = await office.enter("ngoc", way);
    const { page } = ngoc;
    await ngoc.open("/don-hang?status=waiting_approval&awaits_money=no");
    for (const code of codes) await page.getByRole("checkbox", { name: `Chọn ${code}` }).check();
    const label = way.state === "hydrated" ? "Duyệt 3 đơn đã chọn" : "Duyệt đơn đã chọn";
    await page.getByRole("button", { name: label }).click();
    await comesTo(ngoc, /^\/nhieu-dong\/orders\/moi\?/);
    for (const code of codes) await page.getByText(code).first().waitFor();
    office.shop.advanceClock(1000);
    await (await office.shop.staff("my")).orders.approve({ code: codes[1] ?? "", version: 1, note: "" });
    await page.getByRole("button", { name: "Duyệt 3 đơn" }).click();
    await comesTo(ngoc, /^\/nhieu-dong\/\d+$/);
    await work(ngoc.path());
    await ngoc.open(ngoc.path());
    await page.getByText("2 xong, 1 không được").waitFor();
    await page.getByText("Đã thay đổi sau khi bạn chọn").waitFor();
    for (const code of codes)
      expect((await (await office.shop.staff("ngoc")).orders.record({ code })).status).toBe("confirmed");
  });
}

it("all that fit are cancelled only with a reason; the second step says how many and which", async () => {
  const codes = await placed(2);
  const ngoc = await office.enter("ngoc");
  const { page } = ngoc;
  await ngoc.open("/don-hang?status=waiting_approval&awaits_money=no");
  await page.getByRole("button", { name: /^Hủy \d+ đơn khớp bộ lọc$/ }).click();
  await comesTo(ngoc, /^\/nhieu-dong\/orders\/moi\?/);
  for (const code of codes) await page.getByText(code).first().waitFor();
  await page.getByRole("button", { name: /^Hủy \d+ đơn$/ }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Lý do, khách đọc được").fill("Hết hàng");
  await page.getByRole("button", { name: /^Hủy \d+ đơn$/ }).click();
  await comesTo(ngoc, /^\/nhieu-dong\/\d+$/);
  await work(ngoc.path());
  await page.getByText("Đã xong").first().waitFor();
  for (const code of codes)
    expect((await (await office.shop.staff("ngoc")).orders.record({ code })).status).toBe("cancelled");
});

it("the night's orders by keyboard: the view, all visible rows, approve, and once more", async () => {
  const codes = await placed(2);
  const ngoc = await office.enter("ngoc");
  await ngoc.open("/don-hang?status=waiting_approval&awaits_money=no&sort=oldest");
  await ngoc.page.locator(".list-grid").waitFor();
  const keys = keyboard(ngoc.page);
  await keys.pressKey("j");
  await ngoc.page.keyboard.press("Control+a");
  await ngoc.page.getByRole("button", { name: `Duyệt ${codes.length} đơn đã chọn` }).waitFor();
  await keys.pressKey("a");
  await comesTo(ngoc, /^\/nhieu-dong\/orders\/moi\?/);
  await ngoc.page.getByRole("button", { name: "Duyệt 2 đơn", exact: true }).waitFor();
  await ngoc.page.keyboard.press("Control+s");
  await comesTo(ngoc, /^\/nhieu-dong\/\d+$/);
  await work(ngoc.path());
  await ngoc.page.getByText("2 xong, 0 không được").waitFor();
});
