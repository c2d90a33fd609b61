/** Lists of the office: filtered in the address, without scripts and by keyboard; an order approved, a value revealed. */
import { readFileSync } from "node:fs";
import { orderForm, RICE_COOKER, setStock } from "server/orders/test-orders.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { comesTo, keyboard, type Office, openOffice, ways } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await setStock(office.shop.sql, RICE_COOKER, 500);
  for (let n = 0; n < 30; n++) await placed();
});
afterEach(() => expect(office.complaints()).toEqual([]));
afterAll(() => office.close());

async function placed(): Promise<string> {
  office.shop.advanceClock(1000);
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const form = { ...orderForm({ items }), note: crypto.randomUUID() };
  return (await office.shop.visitor().orders.place(form)).order_code;
}

for (const way of ways) {
  it(`a list is filtered, paged and opened: ${way.name}`, async () => {
    const ngoc = await office.enter("ngoc", way);
    const { page } = ngoc;
    await ngoc.open("/don-hang");
    await page.locator(".list-views a", { hasText: "Chờ duyệt" }).click();
    await comesTo(ngoc, /^\/don-hang\?status=waiting_approval&awaits_money=no&sort=oldest$/);
    await page.locator(".filter-part .filter-menu", { hasText: "Trạng thái" }).locator("summary").click();
    await page.getByRole("checkbox", { name: "Đã xác nhận" }).check();
    await page.locator(".filter-menu[open] button").click();
    await comesTo(ngoc, /status=waiting_approval(,|&status=)confirmed/);
    await page.getByRole("link", { name: "Tải tiếp" }).click();
    if (way.state === "hydrated") await page.locator("tbody tr:nth-child(25)").waitFor();
    else await comesTo(ngoc, /after=/);
    await page.locator("tbody .row-link").last().click();
    await comesTo(ngoc, /^\/don-hang\/[2-9A-Z]{10}$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
}

it("by keyboard: to the list, down two rows, into the order, and approved in four keys there", async () => {
  const code = await placed();
  const ngoc = await office.enter("ngoc");
  await ngoc.open("/");
  const keys = keyboard(ngoc.page);
  await keys.pressKey("g");
  await keys.pressKey("o");
  await comesTo(ngoc, "/don-hang");
  await ngoc.page.locator(".list-grid").waitFor();
  await keys.pressKey("j");
  await keys.pressKey("j");
  await keys.pressKey("k");
  await keys.pressKey("Enter");
  await comesTo(ngoc, `/don-hang/${code}`);
  await keys.tabTo("button[data-act]");
  await keys.pressKey("Enter");
  await ngoc.page.getByText("Đã duyệt đơn.").waitFor();
  expect((await (await office.shop.staff("ngoc")).orders.record({ code })).status).toBe("confirmed");
  expect(keys.count()).toBe(7);
});

for (const way of [ways[0], ways[2]]) {
  it(`a list leaves as the file that its address asks for: ${way?.name}`, async () => {
    const code = await placed();
    const ngoc = await office.enter("ngoc", way);
    await ngoc.open(`/don-hang?q=${code}`);
    const [file] = await Promise.all([
      ngoc.page.waitForEvent("download"),
      ngoc.page.getByRole("link", { name: "Xuất 1 dòng, CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toContain(code);
    expect(text.trim().split("\r\n")).toHaveLength(2);
  });
}

it("two browsers on one order: the later act is refused in words, and nothing is changed by it", async () => {
  const code = await placed();
  const [ngoc, my] = [await office.enter("ngoc"), await office.enter("my")];
  await ngoc.open(`/don-hang/${code}`);
  await my.open(`/don-hang/${code}`);
  await ngoc.page.getByRole("button", { name: "Duyệt đơn" }).click();
  await ngoc.page.getByText("Đã duyệt đơn.").waitFor();
  await my.page.locator("summary", { hasText: "Hủy đơn" }).click();
  await my.page.getByLabel("Lý do, khách đọc được").fill("Khách gọi xin hủy");
  await my.page.getByRole("button", { name: "Hủy đơn" }).click();
  await my.page.getByText(/Đơn đã thay đổi sau khi bạn mở: .*Bùi Thảo Ngọc: Đã xác nhận/).waitFor();
  expect((await (await office.shop.staff("my")).orders.record({ code })).status).toBe("confirmed");
  office.complaints();
});

for (const way of [ways[0], ways[2]]) {
  it(`a customer is masked, and one value is shown for a reason: ${way?.name}`, async () => {
    const my = await office.enter("my", way);
    const { page } = my;
    await my.open("/khach-hang?q=0590000011");
    await page.locator("tbody .row-link").first().click();
    await comesTo(my, /^\/khach-hang\/[2-9A-Z]{10}$/);
    await page.getByText("059-***-0011").first().waitFor();
    expect(await page.locator("main").textContent()).not.toContain("059-000-0011");
    await page.locator("summary", { hasText: "Hiện" }).first().click();
    await page.locator("details[open] button").last().click();
    await page.locator(".reveal-value", { hasText: "059-000-0011" }).waitFor();
    expect(my.path()).not.toContain("90000011");
  });
}

for (const way of ways) {
  it(`filters and columns are kept as a view, changed and put back: ${way.name}`, async () => {
    const ngoc = await office.enter("ngoc", way);
    const { page } = ngoc;
    const name = `Đã xác nhận ${way.name}`.slice(0, 60);
    await ngoc.open("/don-hang?status=confirmed");
    await page.locator(".filter-menu", { hasText: "Lưu chế độ xem" }).locator("summary").click();
    await page.getByLabel("Tên chế độ xem").fill(name);
    await page.locator(".filter-menu[open]").getByRole("button", { name: "Lưu" }).click();
    await comesTo(ngoc, /^\/don-hang\?status=confirmed&view=\d+$/);
    await page.locator(".list-views [aria-current=page]", { hasText: name }).waitFor();
    await page.locator(".filter-menu", { hasText: "Cột" }).locator("summary").click();
    await page.locator(".filter-menu[open]").getByRole("checkbox", { name: "Món" }).uncheck();
    await page.locator(".filter-menu[open]").getByRole("button", { name: "Lưu" }).click();
    await comesTo(ngoc, /columns=/);
    await page.getByRole("columnheader", { name: "Món" }).waitFor({ state: "detached" });
    await page.locator(".view-changed").waitFor({ state: "attached" });
    await page.locator(".filter-menu", { hasText: "Lưu chế độ xem" }).locator("summary").click();
    await page.getByRole("link", { name: "Về như đã lưu" }).click();
    await comesTo(ngoc, /^\/don-hang\?status=confirmed&view=\d+$/);
    await page.getByRole("columnheader", { name: "Món" }).waitFor();
    const elsewhere = await office.enter("quynh", way);
    await elsewhere.open(ngoc.path());
    await elsewhere.page.getByText("không dành cho bạn").waitFor();
    await page.locator(".filter-menu", { hasText: "Lưu chế độ xem" }).locator("summary").click();
    await page.getByRole("button", { name: "Xóa chế độ xem" }).click();
    await comesTo(ngoc, "/don-hang?status=confirmed");
    await page.locator(".list-views a", { hasText: name }).waitFor({ state: "detached" });
  });
}
