/** Finding a vacancy, applying with a file, following and withdrawing the application. rules/recruitment */
import { describe, expect, it } from "vitest";
import { comesTo, heading, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const shopper = shoppers();
const vacancy = "/tuyen-dung/ky-thuat/ky-thuat-vien-lap-dat-ha-noi";
const file = (name: string, text: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

describe.each(ways)("an applicant $name", (way) => {
  it("finds a vacancy, corrects the form without typing it again, and withdraws the application", async () => {
    const khanh = await shopper(way);
    const { page } = khanh;
    const { recruitment: words } = khanh.words;
    await khanh.open("/tuyen-dung");
    await page.locator("[name=tinh]").selectOption("01");
    // Texts are searched in the language they are read in.
    if (way.locale === "vi") await page.locator("[name=q]").fill("lap dat");
    await page.getByRole("button", { name: words.show }).click();
    await comesTo(page, ({ search }) => search.includes("tinh=01"));
    const found = page.locator(`main h2 a[href$="${vacancy}"], main h3 a[href$="${vacancy}"]`).first();
    const title = await found.textContent();
    await found.click();
    await comesTo(page, ({ pathname }) => pathname.endsWith(vacancy));
    await soon(() => heading(page)).toBe(title);

    await page.locator("#full_name").fill("Vũ Quốc Khánh");
    await page.locator("#phone").fill("0590000117");
    await page.locator("#email").fill("khanh@mutosi.example");
    await page.locator("#introduction").fill("Chào bạn");
    await page.locator("#cv_file").setInputFiles(file("CV.pdf", "%PDF-1.7\n%%EOF"));
    await page.locator("[name=consent]").check();
    await page.getByRole("button", { name: words.send }).click();
    await sees(page.locator("#introduction-error"), khanh.errors.min_words({ field: words.introduction, length: 5 }));
    expect(await page.locator("#full_name").inputValue()).toBe("Vũ Quốc Khánh");
    expect(await page.locator("[name=consent]").isChecked()).toBe(true);
    expect(page.url()).not.toContain("0590000117");

    await page.locator("#introduction").fill("Ba năm lắp điều hòa và máy nước nóng.");
    await page.getByRole("button", { name: words.send }).click();
    const card = page.locator("#nop-ho-so [role=status]");
    await sees(card, /HS-[2-9A-Z]{6}/);
    const code = /HS-[2-9A-Z]{6}/.exec((await card.textContent()) ?? "")?.[0] ?? "";
    expect(code).not.toBe("");
    await khanh.open(vacancy);
    await sees(page.locator("#nop-ho-so"), code);

    await khanh.open("/tuyen-dung/ho-so");
    await page.locator("#code").fill(code);
    await page.locator("#phone").fill("0590000118");
    await page.getByRole("button", { name: words.look_up }).click();
    await sees(page.getByRole("alert"), khanh.errors.not_found);
    await page.locator("#phone").fill("0590000117");
    await page.getByRole("button", { name: words.look_up }).click();
    await sees(page, words.states.received);
    await page.getByRole("button", { name: words.withdraw }).click();
    await sees(page, words.withdrawn_text);
    expect(khanh.complaints).toEqual([]);
  });

  it("is told at the field that a file is none, and keeps what was typed", async () => {
    const khanh = await shopper(way);
    const { page } = khanh;
    await khanh.open(vacancy);
    await page.locator("#full_name").fill("Vũ Quốc Khánh");
    await page.locator("#phone").fill("0590000119");
    await page.locator("#email").fill("khanh@mutosi.example");
    await page.locator("#cv_file").setInputFiles(file("CV.pages", "no document"));
    await page.locator("[name=consent]").check();
    await page.getByRole("button", { name: khanh.words.recruitment.send }).click();
    await sees(page.locator("#cv_file-error"), khanh.errors.cv_unreadable);
    expect(await page.locator("#phone").inputValue()).toBe("0590000119");
  });
});
