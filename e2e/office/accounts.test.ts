/**
 * People of the office: a new colleague, a leaver, a lost second step, a role changed. By keyboard, on small and wide
 * screens, with scripts, before hydration and without.
 */
import { totpNow } from "server/staff/second-factor.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { soon } from "../harness/shopper.ts";
import { codeOf, comesTo, keyboard, type Office, openOffice, ways } from "./staff.ts";

const PASSWORD = "MatKhauMoi99@";
const REASON = "Đổi việc trong tháng";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
afterEach(() => expect(office.complaints()).toEqual([]));

describe.each(ways)("a new colleague $name", (way) => {
  const email = `moi-${ways.indexOf(way)}@mutosi.example`;

  it("is invited, sets password and second step by the link, and is at work; the link works once", async () => {
    const an = await office.enter("an", way);
    await an.open("/nhan-vien/moi");
    await an.page.locator("#email").fill(email);
    await an.page.locator("#full_name").fill("Lò Thị Mới");
    await an.page.getByRole("checkbox", { name: "Đơn hàng" }).check();
    await an.page.getByRole("button", { name: "Gửi lời mời" }).click();
    await comesTo(an, "/nhan-vien");
    await soon(() => an.page.getByRole("row", { name: email }).textContent()).toContain("Chờ nhận lời");

    const colleague = await office.arrive(way);
    const link = await office.linkTo(email);
    await colleague.open(link);
    expect(await colleague.page.locator("h1").textContent()).toBe("Chào Mới");
    await colleague.page.locator("#password").fill(PASSWORD);
    await colleague.page.locator("#password_confirmation").fill("MatKhauKhac99@");
    await colleague.page.locator("#code").fill(await codeOf(office, colleague.page));
    const accept = colleague.page.getByRole("button", { name: "Bật bước thứ hai và vào việc" });
    const secret = await colleague.page.locator(".totp-setup code").textContent();
    await accept.click();
    // What came back is the same secret: it may be in the phone already.
    await soon(() => colleague.page.locator("#password_confirmation-error").count()).toBe(1);
    expect(await colleague.page.locator(".totp-setup code").textContent()).toBe(secret);
    expect(await colleague.page.locator("#full_name").inputValue()).toBe("Lò Thị Mới");
    await colleague.page.locator("#password").fill(PASSWORD);
    await colleague.page.locator("#password_confirmation").fill(PASSWORD);
    await colleague.page.locator("#code").fill(await codeOf(office, colleague.page));
    await accept.click();
    await soon(() => colleague.page.locator(".recovery-codes li").count()).toBe(10);
    await colleague.page.getByRole("link", { name: "Tôi đã cất, vào việc" }).click();
    await comesTo(colleague, "/");
    expect(await colleague.page.locator("h1").textContent()).toBe("Chào Mới");

    const again = await office.arrive(way);
    await again.open(link);
    expect(await again.page.locator("h1").textContent()).toBe("Đường dẫn không còn dùng được");
  });

  it("signs in by password and code, and a code used once is refused", async () => {
    const { shop } = office;
    const row = await shop.sql
      .selectFrom("staff.accounts")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const { totpSecretOf } = await import("server/staff/second-factor.ts");
    const secret = (await totpSecretOf(shop.ctx(), row.id)) ?? "";
    shop.advanceClock(60_000);
    const code = await totpNow(secret, shop.now);
    for (const fits of [true, false]) {
      const member = await office.arrive(way);
      await member.open("/nhan-vien");
      await comesTo(member, /^\/dang-nhap/);
      await member.page.locator("#email").fill(email);
      await member.page.locator("#password").fill(PASSWORD);
      await member.page.getByRole("button", { name: "Tiếp tục" }).click();
      await comesTo(member, /^\/dang-nhap\/buoc-hai/);
      await member.page.locator("#code").fill(code);
      if (way.state !== "hydrated") await member.page.getByRole("button", { name: "Vào làm việc" }).click();
      if (fits) await soon(() => member.page.locator("h1").textContent()).toBe("Bạn không có quyền mở trang này");
      else await soon(() => member.page.locator("#code-error, .note-danger").count()).toBeGreaterThan(0);
    }
  });
});

it("a colleague is invited by keyboard alone in the steps of the budget", async () => {
  const an = await office.enter("an");
  await an.open("/");
  const keys = keyboard(an.page);
  await keys.pressKey("g");
  await keys.pressKey("n");
  await comesTo(an, "/nhan-vien");
  await an.page.getByRole("heading", { name: "Nhân viên và quyền" }).waitFor();
  await keys.pressKey("n");
  await comesTo(an, "/nhan-vien/moi");
  await soon(() => an.page.evaluate(() => document.activeElement?.id)).toBe("email");
  await keys.type("phim@mutosi.example");
  await keys.tabTo("#full_name");
  await keys.type("Ma Thị Phím");
  await keys.tabTo("[name='roles[]'][value=order_desk]");
  await keys.pressKey("Space");
  await keys.pressKey("Enter");
  await comesTo(an, "/nhan-vien");
  expect(keys.count()).toBeLessThanOrEqual(5); // g n · n · Space · Enter
});

describe.each(ways)("a leaver $name", (way) => {
  const key = (["my", "chi", "toan", "loi"] as const)[ways.indexOf(way)] ?? "my";

  it("is out at once, once the successor is chosen", async () => {
    const an = await office.enter("an", way);
    const leaver = await office.enter(key, way);
    await leaver.open("/");
    const id = await office.shop.staffId(key);
    await an.open(`/nhan-vien/${id}`);
    await an.page.locator("summary", { hasText: "Cho nghỉ việc" }).click();
    await an.page.getByLabel("Người nhận việc dở").selectOption({ index: 1 });
    await an.page.getByRole("button", { name: "Cho nghỉ việc" }).click();
    await soon(() => an.page.locator(".desk-head .status").textContent()).toBe("Đã nghỉ");
    await leaver.open("/vai-tro");
    await comesTo(leaver, /^\/dang-nhap/);
  });
});

it("a leaver needs two presses on their page, by keyboard", async () => {
  const an = await office.enter("an");
  await an.open(`/nhan-vien/${await office.shop.staffId("thu")}`);
  const keys = keyboard(an.page);
  await keys.tabTo(".act:last-child summary");
  await keys.pressKey("Enter");
  await keys.tabTo(".button-danger-filled");
  await keys.pressKey("Enter");
  await soon(() => an.page.locator(".desk-head .status").textContent()).toBe("Đã nghỉ");
  expect(keys.count()).toBe(2);
});

describe.each(ways)("a lost second step $name", (way) => {
  const key = (["ngoc", "quang", "loc", "sen"] as const)[ways.indexOf(way)] ?? "ngoc";

  it("is reset by an owner and confirmed by the person, by password and a new app", async () => {
    const { demoStaffPassword } = await import("server/staff/demo.ts");
    const an = await office.enter("an", way);
    const id = await office.shop.staffId(key);
    await an.open(`/nhan-vien/${id}`);
    await an.page.locator("summary", { hasText: "Đặt lại bước thứ hai" }).click();
    const reset = an.page.getByRole("button", { name: "Đặt lại bước thứ hai" });
    await reset.click();
    await soon(() => an.page.locator("#reset-reason-error").count()).toBe(1);
    await an.page.locator("#reset-reason").fill(REASON);
    await reset.click();
    const person = await office.arrive(way);
    await soon(() => an.page.locator(".toast, .act").first().textContent()).not.toBe("");
    await person.open(await office.linkTo(`${key}@mutosi.example`));
    await person.page.locator("#password").fill(demoStaffPassword(office.shop.base.config));
    await person.page.locator("#code").fill(await codeOf(office, person.page));
    await person.page.getByRole("button", { name: "Xác nhận bước thứ hai mới" }).click();
    await soon(() => person.page.locator(".recovery-codes li").count()).toBe(10);
  });
});

describe.each(ways)("a role $name", (way) => {
  it("loses a right, and shows what a right needs beside it", async () => {
    const an = await office.enter("an", way);
    await an.open("/vai-tro?role=content");
    const version = () => an.page.locator("form:has([name^='mode.']) [name=version]").inputValue();
    const before = await version();
    await an.page.locator("[name='mode.stores:write']").selectOption("none");
    await an.page.getByLabel("Lý do").fill(REASON);
    await an.page.getByRole("button", { name: "Lưu vai trò" }).click();
    const other = await office.shop.staff("an");
    const held = async () => {
      const { roles } = await other.staff.roles({});
      return roles.find(({ code }) => code === "content")?.permissions.map(({ name }) => name);
    };
    await soon(held).not.toContain("stores:write");
    await soon(version).not.toBe(before);
    // As it was, for the next way: a wider role is refused until there is a second person.
    await an.page.locator("[name='mode.stores:write']").selectOption("full");
    await an.page.getByRole("button", { name: "Lưu vai trò" }).click();
    await soon(() => an.page.locator(".note-honey[role=alert]").textContent()).toContain("Cần người thứ hai");
    expect(await an.page.locator("[name='mode.stores:write']").inputValue()).toBe("full");
    await office.shop.sql
      .insertInto("staff.role_permissions")
      .values({ role: "content", permission: "stores:write", mode: "full" })
      .execute();
  });

  it("that another person changed meanwhile is not overwritten unseen", async () => {
    const an = await office.enter("an", way);
    await an.open("/vai-tro?role=care");
    const other = await office.shop.staff("suong");
    const { roles } = await other.staff.roles({});
    const care = roles.find(({ code }) => code === "care");
    if (!care) throw new Error("There is no role care");
    const { code, version, permissions } = care;
    await other.staff.saveRole({ code, version, permissions, names: care.names });
    await an.page.locator("[name='mode.warranty:write']").selectOption("none");
    await an.page.getByRole("button", { name: "Lưu vai trò" }).click();
    await soon(() => an.page.locator(".note-honey[role=alert]").count()).toBe(1);
    expect(await an.page.locator("[name='mode.warranty:write']").inputValue()).toBe("none");
  });
});

it("a new authenticator app shows the new recovery codes, without scripts as well", async () => {
  for (const way of ways.filter(({ state }) => state !== "not hydrated")) {
    const own = await office.enter("quynh", way);
    await own.open("/tai-khoan?totp=1");
    await own.page.locator("#code").fill(await codeOf(office, own.page));
    await own.page.getByRole("button", { name: "Dùng ứng dụng mới" }).click();
    await soon(() => own.page.locator(".recovery-codes li").count()).toBe(10);
    expect(own.path()).toContain("/tai-khoan");
  }
});

it("without a fresh proof an act asks for it in its own form, and a wrong code keeps what was typed", async () => {
  const an = await office.enter("suong");
  office.shop.advanceClock(6 * 60_000);
  await an.open("/nhan-vien/moi");
  await an.page.locator("#email").fill("lau@mutosi.example");
  await an.page.locator("#full_name").fill("Chu Văn Lâu");
  await an.page.locator("[name='roles[]'][value=order_desk]").check();
  const code = an.page.locator("#invite-step_up_code");
  await code.fill("000000");
  await an.page.locator("form[data-main] button[type=submit]").click();
  await soon(() => an.page.locator("#invite-step_up_code-error").count()).toBe(1);
  expect(await an.page.locator("#email").inputValue()).toBe("lau@mutosi.example");
  const { demoStaff } = await import("server/staff/demo.ts");
  const all = await demoStaff(office.shop.sql, office.shop.base.config, office.shop.now);
  await code.fill(all.find(({ email }) => email.startsWith("suong"))?.code ?? "");
  await an.page.locator("form[data-main] button[type=submit]").click();
  await comesTo(an, "/nhan-vien");
});
