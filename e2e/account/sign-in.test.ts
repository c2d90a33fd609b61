/**
 * Each way of signing in, with scripts and without: wrong and right, on a second device, in another tab, and out again.
 * Spec §2 Routing rules, §4 Auth status; rules/identity.
 */
import { describe, expect, it } from "vitest";
import { haveInCart, wake } from "../harness/checkout.ts";
import { at, logIn, path } from "../harness/google.ts";
import {
  type Cookies,
  codeFor,
  DEMO_PASSWORD,
  headerOf,
  memberCookies,
  phones,
  post,
  signIn,
} from "../harness/member.ts";
import { comesTo, heading, hears, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";
import { runShop } from "../run-shop.ts";

const shopper = shoppers();

describe.each(ways)("$name", (way) => {
  it("a page for customers redirects to the sign-in and opens afterwards", async () => {
    const lan = await shopper(way);
    const { identity } = lan.words;
    await lan.open("/tai-khoan");
    await comesTo(lan.page, at(path(lan, "/login")));
    expect(await heading(lan.page)).toBe(identity.login_title);
    await lan.page.locator("#phone").fill(phones.lan);
    await lan.page.getByRole("button", { name: identity.by_password }).click();
    await comesTo(lan.page, at(path(lan, "/login/mat-khau")));
    expect((await lan.page.locator("#login").inputValue()).replace(/\D/g, "")).toBe("0590000011");

    await lan.page.evaluate(() => Object.assign(window, { same_document: true }));
    await logIn(lan, phones.lan, "Sai-mat-khau-1@");
    await sees(lan.page.locator("#password-error"), lan.errors.wrong_credentials);
    expect(await lan.page.locator("#login").inputValue()).toBe(phones.lan);
    // A password is never sent back: another document has none.
    const stayed = await lan.page.evaluate(() => "same_document" in window);
    expect(await lan.page.locator("#password").inputValue()).toBe(stayed ? "Sai-mat-khau-1@" : "");

    await logIn(lan, phones.lan, DEMO_PASSWORD);
    await comesTo(lan.page, at(path(lan, "/tai-khoan")));
    await hears(lan, identity.welcome({ name: "Lan" }));
    await sees(lan.page.locator("main"), "Tạ Mai Lan");

    await lan.open("/login");
    await comesTo(lan.page, at(new URL(lan.at("/")).pathname));
    await lan.open(`/register?callbackurl=${path(lan, "/tai-khoan")}`);
    await comesTo(lan.page, at(path(lan, "/tai-khoan")));
  });

  it("signing out asks for confirmation and removes the account from the device", async () => {
    const lan = await shopper(way);
    await signIn(lan, "lan");
    await haveInCart(lan);
    await lan.open("/dang-xuat");
    expect(await heading(lan.page)).toBe(lan.words.identity.sign_out_title);
    const before = await lan.page.context().cookies();
    expect(before.map(({ name }) => name)).toContain("session_id");
    await lan.page.locator("main").getByRole("button", { name: lan.words.common.sign_out }).click();
    await comesTo(lan.page, at(new URL(lan.at("/")).pathname));
    await hears(lan, lan.words.common.signed_out);
    const left = (await lan.page.context().cookies()).map(({ name }) => name);
    for (const name of ["session_id", "member"]) expect(left).not.toContain(name);
    await lan.open("/thanh-toan/gio-hang");
    await sees(lan.page.locator("main"), lan.words.cart.empty);
    await lan.open("/tai-khoan");
    await comesTo(lan.page, at(path(lan, "/login")));
    await hears(lan, lan.words.identity.need_to_login);
  });

  it("the cart is kept at the sign-in, and is the same on another device", async () => {
    const hoa = await shopper(way);
    await haveInCart(hoa);
    await hoa.open(`/login/mat-khau?callbackurl=${path(hoa, "/thanh-toan/gio-hang")}`);
    await logIn(hoa, phones.hoa, DEMO_PASSWORD);
    await comesTo(hoa.page, at(path(hoa, "/thanh-toan/gio-hang")));
    await sees(hoa.page.locator(".lines"), "AF-35");
    const tablet = await shopper(way);
    await signIn(tablet, "hoa");
    await tablet.open("/thanh-toan/gio-hang");
    await sees(tablet.page.locator(".lines"), "AF-35");
    const name = (await tablet.page.locator(".line-name").first().textContent()) ?? "";
    await tablet.page.getByRole("button", { name: tablet.words.cart.take_out({ name }) }).click();
    await sees(tablet.page.locator("main"), tablet.words.cart.empty);
  });
});

describe.each([ways[0], ways[2]].filter((way) => way !== undefined))("the role picker $name", (way) => {
  it.each([
    ["hoa", "collaborator", "collaborator"],
    ["cau-giay", "agent", "agent"],
    ["lan", "partner", "customer"],
  ] as const)("shows the roles of %s and signs in as %s", async (key, wish, kind) => {
    const them = await shopper(way);
    const { page, words } = them;
    await them.open(`/login?callbackurl=${path(them, "/tai-khoan")}`);
    await page.locator(".role-tabs label", { hasText: words.identity.role[wish] }).click();
    expect(await page.locator("#agent_id").isVisible()).toBe(wish === "agent");
    await page.getByRole("button", { name: words.identity.by_password }).click();
    await sees(page, words.identity.as_role({ role: words.identity.role[wish] }));
    await logIn(them, `${key}@mutosi.example`, DEMO_PASSWORD);
    await comesTo(page, at(path(them, "/tai-khoan")));
    if (wish !== kind) await hears(them, words.identity.role_refused);
    await sees(page.locator(".account-card"), words.account.kinds[kind]);
  });
});

/** From the first step to the one of the code. */
async function askForCode(someone: Shopper, phone: string, where = "/login"): Promise<void> {
  const { page, words } = someone;
  await someone.open(where);
  await page.locator("#phone").fill(phone);
  await page.getByRole("button", { name: words.identity.get_code }).click();
  await comesTo(page, (address) => address.pathname.endsWith("/otp"));
  await wake(someone);
}

/** Typed digit by digit; the hydrated page sends it with the last one. */
async function enterCode({ page, words, scripts }: Shopper, code: string): Promise<void> {
  await page.locator("#otp").fill(code);
  if (!scripts) await page.getByRole("button", { name: words.identity.confirm }).click();
}

/** Another with each `number`. */
const wrong = (code: string, number = 5): string => String((Number(code) + number) % 1_000_000).padStart(6, "0");

describe.each(ways.map((way, at) => ({ ...way, at })))("signing in by a code, $name", ({ at: place, ...way }) => {
  it("a phone with an account signs in; a wrong code shows the tries left, at most five", async () => {
    const lan = await shopper(way);
    const { identity } = lan.words;
    await lan.open("/login");
    await lan.page.locator("#phone").fill("059 000");
    await lan.page.getByRole("button", { name: identity.get_code }).click();
    await sees(lan.page.locator("#phone-error"), lan.errors.phone_short({ missing: 4 }));
    expect(await lan.page.locator("#phone").inputValue()).toBe("059 000");

    await askForCode(lan, phones.lan, `/login?callbackurl=${path(lan, "/faq")}`);
    await sees(lan.page, "059-000-0011");
    const code = await codeFor("+84590000011");
    for (const left of [4, 3, 2, 1]) {
      await enterCode(lan, wrong(code, left));
      await sees(lan.page.locator("#otp-error"), lan.errors.otp_wrong({ left }));
      // Requested again, and by a call once two were wrong.
      expect(await lan.page.getByRole("button", { name: identity.resend_voice }).count()).toBe(left < 4 ? 1 : 0);
    }
    await enterCode(lan, wrong(code));
    await sees(lan.page.locator("#otp-error"), lan.errors.otp_expired);
    await enterCode(lan, code);
    await sees(lan.page.locator("#otp-error"), lan.errors.otp_expired);

    await lan.page.getByRole("button", { name: identity.resend, exact: true }).click();
    await hears(lan, identity.resent);
    await wake(lan);
    await enterCode(lan, await codeFor("+84590000011"));
    await comesTo(lan.page, at(path(lan, "/faq")));
  });

  it("a phone without an account registers, and every error shows at its field", async () => {
    const mai = await shopper(way);
    const { identity } = mai.words;
    const phone = `059000110${place}`;
    await askForCode(mai, phone, `/register?callbackurl=${path(mai, "/tai-khoan")}`);
    await enterCode(mai, await codeFor(`+84${phone.slice(1)}`));
    await comesTo(mai.page, at(path(mai, "/register")));
    await soon(() => heading(mai.page)).toBe(identity.details_title);
    const create = mai.page.getByRole("button", { name: identity.create_account });
    await wake(mai);
    expect(await mai.page.locator("#terms").isChecked()).toBe(false);
    expect(await mai.page.locator("[name=marketing]").isChecked()).toBe(false);
    await mai.page.locator("#full_name").fill("Mai");
    await mai.page.locator("#email").fill("khong-phai-email");
    await mai.page.locator("#password").fill("ngan");
    await mai.page.locator("#password_confirmation").fill("ngan");
    await create.click();
    await sees(mai.page.locator("#email-error"), mai.errors.email_invalid);
    await sees(mai.page.locator("#password-error"), mai.errors.password_weak);
    await sees(mai.page.locator("main"), mai.errors.terms_required);
    expect(await mai.page.locator("#full_name").inputValue()).toBe("Mai");
    expect(await mai.page.locator("#full_name-error").count()).toBe(1);
    if (way.scripts) await soon(() => mai.page.evaluate(() => document.activeElement?.id)).toBe("full_name");

    await mai.page.locator("#full_name").fill(`Phan Thu Mai ${"An".repeat(20)}`);
    await mai.page.locator("#email").fill("");
    await mai.page.locator("#password").fill("Sen-hong-2026@".replaceAll("-", "X"));
    await mai.page.locator("#password_confirmation").fill("Sen-hong-2026@".replaceAll("-", "X"));
    await mai.page.locator("#terms").check();
    await create.click();
    await comesTo(mai.page, at(path(mai, "/tai-khoan")));
    await sees(mai.page.locator("main"), "Phan Thu Mai");
  });

  it("a reset password ends the sessions on other devices", async () => {
    const before = await memberDevice("kim", place === 0 ? DEMO_PASSWORD : passwordOf(place - 1));
    expect(await isIn(before)).toBe(true);
    const kim = await shopper(way);
    const { identity } = kim.words;
    await askForCode(kim, "0590000066", "/quen-mat-khau");
    const fill = async (otp: string, password: string, again: string) => {
      await kim.page.locator("#otp").fill(otp);
      await kim.page.locator("#password").fill(password);
      await kim.page.locator("#password_confirmation").fill(again);
      await kim.page.getByRole("button", { name: identity.save_password }).click();
    };
    const code = await codeFor("+84590000066");
    await fill(wrong(code), passwordOf(place), passwordOf(place));
    await sees(kim.page.locator("#otp-error"), kim.errors.otp_wrong({ left: 4 }));
    await fill(code, passwordOf(place), `${passwordOf(place)}9`);
    await sees(kim.page.locator("#password_confirmation-error"), kim.errors.password_mismatch);
    await fill(code, passwordOf(place), passwordOf(place));
    await comesTo(kim.page, at(new URL(kim.at("/")).pathname));
    await hears(kim, identity.password_reset);
    expect(await isIn(before)).toBe(false);
    expect(await isIn(await memberDevice("kim", passwordOf(place)))).toBe(true);
  });
});

const passwordOf = (place: number): string => `MatKhauMoi${place}0$`;

async function memberDevice(key: "kim", password: string): Promise<Cookies> {
  const cookies: Cookies = new Map();
  await post("/login/mat-khau", { login: `${key}@mutosi.example`, password }, cookies);
  return cookies;
}

async function isIn(cookies: Cookies): Promise<boolean> {
  const headers = { cookie: headerOf(cookies) };
  const { status } = await fetch(`${runShop().url}/v1/users/profile`, { headers });
  return status === 200;
}

describe.each(ways.slice(2))("double clicks $name", (way) => {
  it("double clicks on each button sign in once: registration, code and password", async () => {
    const mai = await shopper(way);
    const { page, words } = mai;
    const { identity, common } = words;
    const phone = `05900013${way.is_phone ? "10" : "20"}`;
    const devices = "/tai-khoan/thiet-bi";
    const clickTwice = (name: string) => page.locator("main").getByRole("button", { name, exact: true }).dblclick();
    const isOneDevice = async () => {
      await comesTo(page, at(path(mai, devices)));
      await sees(page.locator("main"), words.profile.this_device);
      expect(await page.locator("main li.notice").count()).toBe(1);
    };
    const leave = async () => {
      await mai.open("/dang-xuat");
      await page.locator("main").getByRole("button", { name: common.sign_out }).click();
      await comesTo(page, at(new URL(mai.at("/")).pathname));
    };
    await askForCode(mai, phone, `/register?callbackurl=${path(mai, devices)}`);
    await page.locator("#otp").fill(await codeFor(`+84${phone.slice(1)}`));
    await clickTwice(identity.confirm);
    await comesTo(page, at(path(mai, "/register")));
    await page.locator("#full_name").fill("Phan Thu Mai");
    await page.locator("#password").fill(passwordOf(1));
    await page.locator("#password_confirmation").fill(passwordOf(1));
    await page.locator("#terms").check();
    await clickTwice(identity.create_account);
    await isOneDevice();

    await leave();
    await mai.open(`/login/mat-khau?callbackurl=${path(mai, devices)}`);
    await page.locator("#login").fill(phone);
    await page.locator("#password").fill(passwordOf(1));
    await clickTwice(identity.log_in);
    await isOneDevice();

    await leave();
    await askForCode(mai, phone, `/login?callbackurl=${path(mai, devices)}`);
    await page.locator("#otp").fill(await codeFor(`+84${phone.slice(1)}`));
    await clickTwice(identity.confirm);
    await isOneDevice();
  });
});

describe("the return path", () => {
  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login",
    "/dang-xuat",
  ])("the return path never leads to another site or a redirect loop: %s", async (callbackurl) => {
    const answer = await post(
      "/login/mat-khau",
      { login: phones.lan, password: DEMO_PASSWORD, callbackurl },
      new Map(),
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    const signedIn = await memberCookies("lan");
    const headers = { cookie: headerOf(signedIn) };
    const address = `${runShop().url}/login?callbackurl=${encodeURIComponent(callbackurl)}`;
    const again = await fetch(address, { headers, redirect: "manual" });
    expect([again.status, again.headers.get("location")]).toEqual([302, "/"]);
  });
});

describe("the hydrated page", () => {
  it("a cached page shows the account, and the storage keys are set, until the sign-out", async () => {
    const lan = await shopper();
    const browserStorage = () => lan.page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
    const accountLink = lan.page.locator("header .header-actions a").first();
    await lan.open("/faq");
    await wake(lan);
    await sees(accountLink, lan.words.common.sign_in);
    expect(await browserStorage()).not.toHaveProperty("userid");
    await accountLink.click();
    await comesTo(lan.page, at("/login"));
    await lan.page.getByRole("button", { name: lan.words.identity.by_password }).click();
    await comesTo(lan.page, at("/login/mat-khau"));
    await logIn(lan, phones.lan, DEMO_PASSWORD);
    await comesTo(lan.page, at("/faq"));
    await sees(accountLink, "Lan");
    await soon(browserStorage).toMatchObject({
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      userid: expect.stringMatching(/^[2-9A-Z]{10}$/),
      phone: "+84590000011",
      account_status: "active",
      islogged: "true",
      need_change_password: "false",
    });
    // Before hydration the page shows it at once.
    await lan.page.reload({ waitUntil: "domcontentloaded" });
    await sees(accountLink, lan.words.common.account);

    await lan.open("/dang-xuat");
    await lan.page.locator("main").getByRole("button", { name: lan.words.common.sign_out }).click();
    await comesTo(lan.page, at("/"));
    await wake(lan);
    await sees(accountLink, lan.words.common.sign_in);
    const names = Object.keys(await browserStorage());
    for (const name of ["id_token", "userid", "phone", "account_status", "islogged", "need_change_password"]) {
      expect(names).not.toContain(name);
    }
  });

  it("a copied bearer is refused without its cookie", async () => {
    const lan = await shopper();
    await signIn(lan, "lan");
    await lan.open("/faq");
    await wake(lan);
    const token = () => lan.page.evaluate(() => localStorage.getItem("id_token"));
    await soon(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const authorization = `Bearer ${await token()}`;
    const cookie = (await lan.page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const profile = (headers: Record<string, string>) => fetch(`${lan.url}/v1/users/profile`, { headers });
    expect((await profile({ authorization })).status).toBe(401);
    expect((await profile({ authorization, cookie })).status).toBe(200);
  });

  it("a page follows when another tab signs in or out", async () => {
    const lan = await shopper();
    await lan.open("/login?callbackurl=/faq");
    await wake(lan);
    const other = await lan.page.context().newPage();
    await other.goto(lan.at("/login/mat-khau"));
    await logIn({ ...lan, page: other }, phones.lan, DEMO_PASSWORD);
    await comesTo(other, at("/"));
    await wake({ ...lan, page: other });
    await comesTo(lan.page, at("/faq"));
    await lan.open("/tai-khoan");
    await wake(lan);
    await soon(() => lan.page.evaluate(() => localStorage.getItem("userid"))).not.toBeNull();
    await other.goto(lan.at("/dang-xuat"));
    await other.locator("main").getByRole("button", { name: lan.words.common.sign_out }).click();
    await comesTo(other, at("/"));
    await wake({ ...lan, page: other });
    await comesTo(lan.page, at("/"));
  });
});
