/** A marketer's hour at the desk: a draft, its sentence, a tried cart, publishing, codes by the batch, stopping. rules/promotions#desk */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { minuteText } from "../../server/promotions/desk/stored-form.ts";
import { comesTo, type Office, openOffice, ways } from "./staff.ts";

let office: Office;
let sku = "";
beforeAll(async () => {
  office = await openOffice();
  const { rows } = await sql<{ sku: string }>`
    select v.sku from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
    join catalogue.stock s on s.variant_id = v.id and s.on_hand - s.allocated > 5
    where p.sale_price is null and p.list_price between 1000000 and 3000000
      and not exists (select from promotions.flash_sale_items i where i.variant_id = v.id)
    order by v.id limit 1`.execute(office.shop.sql);
  sku = rows[0]?.sku ?? "";
});
afterEach(() => expect(office.complaints()).toEqual([]));
afterAll(() => office.close());

const DAY_MS = 86_400_000;
const at = (days: number) => minuteText(new Date(office.shop.now.getTime() + days * DAY_MS));

for (const [number, way] of ways.entries()) {
  it(`a code is written, read back, tried on a cart, published, made by the batch and stopped: ${way.name}`, async () => {
    const chi = await office.enter("chi", way);
    const { page } = chi;
    const button = (name: string | RegExp) => page.locator("#main").getByRole("button", { name });
    await chi.open("/khuyen-mai");
    await page.getByRole("link", { name: "Tạo khuyến mãi" }).click();
    await comesTo(chi, "/khuyen-mai/moi");
    await page.getByRole("radio", { name: /^Mã khuyến mãi/ }).check();
    await page.locator('[name="title.vi"]').fill(`Bếp vui ${number}`);
    await button("Viết tiếp").click();
    await comesTo(chi, /^\/khuyen-mai\/KM-\d+$/);
    const here = chi.path();

    await page.getByText("Phần “Được gì” chưa đủ.").waitFor();
    await page.locator('[name="public_code"]').fill(`BEPVUI${number}`);
    await page.locator('[name="products"]').fill(sku);
    await page.locator('[name="percent"]').fill("5");
    await page.locator('[name="cap"]').fill("50000");
    await page.locator('[name="min_order"]').fill("500000");
    await page.locator('[name="starts"]').fill(at(-1));
    await page.locator('[name="ends"]').fill(at(9));
    await page.locator('[name="max_uses"]').fill("20");
    await button("Lưu nháp").click();
    await page.getByText("Đủ để đăng.").waitFor();
    const sentence = (await page.locator(".read-back").textContent()) ?? "";
    expect(sentence.replaceAll("\u00a0", " ")).toContain(`BEPVUI${number} giảm 5 %, tối đa 50,000 đ, cho hàng ${sku}`);

    await page.getByRole("link", { name: "Thử giỏ với khuyến mãi này" }).click();
    await comesTo(chi, /^\/khuyen-mai\/thu-gio\?promotion=KM-\d+$/);
    await page.locator('[name="lines"]').fill(`${sku} 1`);
    await button("Tính").click();
    const tried = page.locator(".judged li").first();
    await tried.getByText(`BEPVUI${number}`).waitFor();
    expect(await tried.textContent()).toContain("-50,000");

    await chi.open(here);
    await page.locator("#publish-reason").fill("Theo kế hoạch");
    await button("Lên lịch").click();
    await page.locator(".desk-head").getByText("Đang chạy").waitFor();

    await page.locator("summary").filter({ hasText: "Tạo lô mã" }).click();
    await page.locator('[name="prefix"]').fill("TET");
    await page.locator('[name="count"]').fill("50");
    await button("Tạo lô mã").click();
    await page.getByText("TET: 50 mã").waitFor();
    const fetching = button("Tải tệp mã, một lần");
    await expect
      .poll(
        async () => {
          if (way.state !== "hydrated") await chi.open(here);
          return fetching.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    const [download] = await Promise.all([page.waitForEvent("download"), fetching.click()]);
    expect(download.suggestedFilename()).toMatch(/^KM-\d+-\d+\.csv$/);
    await chi.open(here);
    await page.getByText("tệp đã tải").waitFor();

    await page.locator("summary").filter({ hasText: "Dừng ngay" }).click();
    await page.locator("#stop-reason").fill("Sai nhóm hàng");
    await button("Dừng ngay").click();
    await page.locator(".desk-head").getByText("Đã dừng").waitFor();
  });
}

it("a large budget is asked for before the button, and the owner's approval lets it run", async () => {
  const chi = await office.shop.staff("chi");
  const { code } = await chi.promotions.make({ kind: "promo_code", title: { vi: "Lớn", en: "Large", ja: "大" } });
  const { form, version } = await chi.promotions.record({ code });
  const { kind: _, ...fields } = form;
  const given = { percent: 5, cap: 100_000, max_uses: 5_000, products: sku, starts: at(-1), ends: at(9) };
  await chi.promotions.save({ ...fields, ...given, code, version });
  const marketer = await office.enter("chi");
  await marketer.open(`/khuyen-mai/${code}`);
  await marketer.page.getByText("Cần người thứ hai").first().waitFor();
  await marketer.page.locator("#publish-reason").fill("Tết");
  await marketer.page.getByRole("button", { name: "Gửi duyệt và lên lịch" }).click();
  await marketer.page
    .getByRole("link", { name: /yêu cầu/i })
    .first()
    .click();
  await comesTo(marketer, "/duyet?box=own");
  await marketer.page.locator("tbody .link").first().click();
  await comesTo(marketer, /^\/duyet\/\w+$/);
  const owner = await office.enter("suong");
  await owner.open(marketer.path());
  await owner.page.getByRole("button", { name: /^(Duyệt|Approve)$/ }).click();
  await owner.page.getByText("Approved.").waitFor();
  await marketer.open(`/khuyen-mai/${code}`);
  await marketer.page.locator(".desk-head").getByText("Đang chạy").waitFor();
});
