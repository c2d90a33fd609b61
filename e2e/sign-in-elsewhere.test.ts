/**
 * A shop of its own, with a provider in Google's place and its true limits: by Google, linked and declined; a captcha with
 * and without scripts; a password that must be changed. Spec §2, §4.
 */
import { codeFor } from "server/test-codes.ts";
import { startGoogleProvider, type TestGoogle } from "server/test-google.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillAddress, fillReceiver, lan_lives, orderButton, pay, putIntoCart, wake } from "./checkout.ts";
import { demo_password } from "./member.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import { freePort } from "./shop-process.ts";
import { at_home, comesTo, heading, hears, type Shopper, sees, shoppers, type Way } from "./shopper.ts";

let google: TestGoogle;
let opened: OpenShop;
beforeAll(async () => {
  const port = await freePort();
  const public_url = `http://127.0.0.1:${port}`;
  google = await startGoogleProvider({ redirect_uris: [`${public_url}/auth/callback/google`] });
  opened = await openShop({ config: { google: google.config, public_url, limit_factor: 1 } }, port);
});
afterAll(async () => {
  await opened.close();
  await google.close();
});

const shopper = shoppers(() => opened.url);
const both: readonly Way[] = [at_home, { name: "with scripts off", locale: "en", scripts: false, is_phone: true }];
const at = (path: string) => (address: URL) => address.pathname === path;

function path({ at: whole }: Shopper, address: string): string {
  return new URL(whole(address)).pathname;
}

/** On the provider's page: who one is. */
async function be({ page }: Shopper, email: string, name = "Phan Thu Mai"): Promise<void> {
  await comesTo(page, (address) => address.pathname.startsWith("/choose/"));
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=name]").fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function goToGoogle(someone: Shopper, callbackurl = ""): Promise<void> {
  await someone.open(`/login${callbackurl && `?callbackurl=${path(someone, callbackurl)}`}`);
  await wake(someone);
  await someone.page.getByRole("button", { name: someone.words.identity.by_google }).click();
}

async function logIn({ page, words }: Shopper, login: string, password: string): Promise<void> {
  await page.locator("#login").fill(login);
  await page.locator("#password").fill(password);
  await page.locator("main").getByRole("button", { name: words.identity.log_in, exact: true }).click();
}

describe.each(both)("by Google, $name", (way) => {
  it("a new person is in, and proves a phone before the first order, whose form waits", async () => {
    const mai = await shopper(way);
    const { identity } = mai.words;
    await goToGoogle(mai, "/faq");
    await be(mai, `${way.locale}@gmail.example`);
    await comesTo(mai.page, at(path(mai, "/faq")));
    await hears(mai, identity.welcome({ name: "Mai" }));

    await putIntoCart(mai);
    await wake(mai);
    await fillReceiver(mai, { full_name: "Phan Thu Mai", phone: "0590001234" });
    await fillAddress(mai);
    await pay(mai, "cod");
    await mai.page.locator("[name=note]").fill("Gọi trước khi giao");
    await orderButton(mai).click();
    await comesTo(mai.page, at(path(mai, "/checkout/otp")));
    await sees(mai.page.locator("main"), identity.first_phone_text);
    const phone = way.scripts ? "0590001234" : "0590001235";
    await mai.page.locator("#phone").fill(phone);
    await mai.page.getByRole("button", { name: identity.get_code }).click();
    await mai.page.locator("#otp").waitFor();
    await wake(mai);
    await mai.page.locator("#otp").fill(await codeFor(opened.shop, `+84${phone.slice(1)}`));
    if (!way.scripts) await mai.page.getByRole("button", { name: identity.confirm }).click();
    await comesTo(mai.page, at(path(mai, "/thanh-toan/gio-hang")));
    await hears(mai, identity.phone_confirmed);
    expect(await mai.page.locator("#full_name").inputValue()).toBe("Phan Thu Mai");
    expect(await mai.page.locator("[id='address.street']").inputValue()).toBe(lan_lives.street);
    expect(await mai.page.locator("[name=note]").inputValue()).toBe("Gọi trước khi giao");
    expect(await mai.page.locator("input[name=payment_method][value=cod]").isChecked()).toBe(true);
    await orderButton(mai).click();
    await comesTo(mai.page, at(path(mai, "/thanh-toan/trang-thai")));
  });

  it("an answer that was not asked for, or not for this browser, ends with a word", async () => {
    const mai = await shopper(way);
    for (const address of ["/auth/callback/google?code=a&state=b", "/login?code=a&state=b"]) {
      await mai.page.goto(opened.url + address);
      await comesTo(mai.page, at("/login"));
      await sees(mai.page.getByRole("alert"), /Google/);
    }
    await goToGoogle(mai, "/faq");
    await comesTo(mai.page, (address) => address.pathname.startsWith("/choose/"));
    await mai.page.goto(`${opened.url}/auth/callback/google?code=a&state=another`);
    await comesTo(mai.page, at(path(mai, "/login")));
    await sees(mai.page.getByRole("alert"), mai.errors.google_mismatch);

    await goToGoogle(mai, "/faq");
    await comesTo(mai.page, (address) => address.pathname.startsWith("/choose/"));
    await mai.page.getByRole("button", { name: "Deny" }).click();
    await comesTo(mai.page, at(path(mai, "/login")));
    await sees(mai.page.getByRole("alert"), mai.errors.google_declined);
    await mai.page.reload();
    expect(await mai.page.getByRole("alert").filter({ hasText: mai.errors.google_declined }).count()).toBe(0);
  });
});

describe("an account of the shop with the same address", () => {
  it("proves itself once, and is then opened by Google", async () => {
    await opened.shop.sql
      .updateTable("identity.customers")
      .set({ email_verified_at: opened.shop.now })
      .where("email", "=", "minh@mutosi.example")
      .execute();
    const minh = await shopper();
    const { identity } = minh.words;
    await goToGoogle(minh);
    await be(minh, "minh@mutosi.example", "Minh");
    await comesTo(minh.page, at("/login"));
    expect(await heading(minh.page)).toBe(identity.link_title);
    await wake(minh);
    await minh.page.getByRole("button", { name: identity.by_password }).click();
    await comesTo(minh.page, at("/login/mat-khau"));
    await logIn(minh, "059 000 0022", demo_password);
    await comesTo(minh.page, at("/"));
    await hears(minh, identity.linked);
    const elsewhere = await shopper();
    await goToGoogle(elsewhere);
    await be(elsewhere, "minh@mutosi.example", "Minh");
    await comesTo(elsewhere.page, at("/"));
    await elsewhere.open("/tai-khoan");
    await comesTo(elsewhere.page, at("/tai-khoan"));
  });
});

const in_japanese: Way = { name: "in Japanese", locale: "ja", scripts: true, is_phone: true };
describe.each([...both, in_japanese])("a member's own profile, $name", (way) => {
  it("adds a Google account and takes it away, by the password or soon after signing in", async () => {
    const key = { vi: "lan", en: "kim", ja: "john" }[way.locale];
    const member = await shopper(way);
    const { page, words } = member;
    const profile = path(member, "/tai-khoan/thong-tin-tai-khoan");
    const part = page.locator("section", { has: page.locator("#google") });
    const press = async (name: string) => {
      await wake(member);
      await part.getByRole("button", { name, exact: true }).click();
    };
    await member.open(`/login/mat-khau?callbackurl=${profile}`);
    await logIn(member, `${key}@mutosi.example`, demo_password);
    await comesTo(page, at(profile));
    await press(words.profile.google_link);
    await comesTo(page, (address) => address.pathname.startsWith("/choose/"));
    await page.getByRole("button", { name: "Deny" }).click();
    await comesTo(page, at(profile));
    await sees(page, member.errors.google_declined);

    await press(words.profile.google_link);
    await be(member, `${key}@gmail.example`, "Ai Đó");
    await comesTo(page, at(profile));
    await sees(page, words.identity.linked);
    await sees(part, words.profile.google_linked);
    const elsewhere = await shopper(way);
    await goToGoogle(elsewhere, "/tai-khoan");
    await be(elsewhere, `${key}@gmail.example`, "Ai Đó");
    await comesTo(elsewhere.page, at(path(elsewhere, "/tai-khoan")));

    opened.shop.later(11 * 60_000);
    await press(words.profile.google_unlink);
    await sees(part.locator("#current_password-error"), member.errors.proof_required);
    await part.locator("#current_password").fill(demo_password);
    await press(words.profile.google_unlink);
    await sees(page, words.profile.google_unlinked);
    await sees(part, words.profile.google_text);
  });
});

describe.each(both)("who has only a phone, $name", (way) => {
  it("adds Google with a code to it, and a captcha where one is due", async () => {
    const mai = await shopper(way);
    const { page, words } = mai;
    const phone = way.scripts ? "0590003001" : "0590003002";
    const profile = path(mai, "/tai-khoan/thong-tin-tai-khoan");
    const part = page.locator("section", { has: page.locator("#google") });
    const code = async () => {
      await page.locator("#otp").waitFor();
      await wake(mai);
      await page.locator("#otp").fill(await codeFor(opened.shop, `+84${phone.slice(1)}`));
    };
    const press = (name: string) => page.locator("main").getByRole("button", { name, exact: true }).click();
    await mai.open(`/register?callbackurl=${profile}`);
    await page.locator("#phone").fill(phone);
    await press(words.identity.get_code);
    await code();
    if (!way.scripts) await press(words.identity.confirm);
    await page.locator("#full_name").fill("Phan Thu Mai");
    await page.locator("#terms").check();
    await press(words.identity.create_account);
    await comesTo(page, at(profile));

    opened.shop.later(11 * 60_000);
    await wake(mai);
    await press(words.profile.google_link);
    await sees(part, mai.errors.proof_code);
    const shown = `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;
    await press(words.profile.owner_code_send({ phone: shown }));
    if (!way.scripts) {
      await sees(part.getByRole("alert"), /15/);
      opened.shop.later(16_000);
      await press(words.profile.owner_code_send({ phone: shown }));
    }
    await page.locator("#otp").waitFor();
    await press(words.profile.google_link);
    await sees(page.locator("#otp-error"), mai.errors.required);
    await code();
    await press(words.profile.google_link);
    await be(mai, `phone-${way.locale}@gmail.example`);
    await comesTo(page, at(profile));
    await sees(part, words.profile.google_linked);
  });
});

describe("a captcha", () => {
  const wrongly = async (someone: Shopper) => {
    await logIn(someone, "sato@mutosi.example", "Sai-mat-khau-1@");
    await sees(someone.page.locator("#password-error"), someone.errors.wrong_credentials);
  };

  it("is solved by the running page without a word, after three wrong passwords", async () => {
    const sato = await shopper();
    await sato.open("/login/mat-khau");
    await wake(sato);
    for (let times = 0; times < 3; times++) await wrongly(sato);
    const asked = sato.page.waitForResponse((answer) => answer.url().includes("/-/captcha"));
    await logIn(sato, "sato@mutosi.example", demo_password);
    await asked;
    await comesTo(sato.page, at("/"));
  });

  it("is waited out without scripts, and the form says how long", async () => {
    const john = await shopper({ ...at_home, scripts: false });
    await john.open("/login/mat-khau");
    for (let times = 0; times < 3; times++) {
      await logIn(john, "john@mutosi.example", "Sai-mat-khau-1@");
      await sees(john.page.locator("#password-error"), john.errors.wrong_credentials);
    }
    await logIn(john, "john@mutosi.example", demo_password);
    await sees(john.page.getByRole("alert"), /15 giây/);
    expect(await john.page.locator("#login").inputValue()).toBe("john@mutosi.example");
    opened.shop.later(16_000);
    await logIn(john, "john@mutosi.example", demo_password);
    await comesTo(john.page, at("/"));
  });
});

describe.each(both)("a password that must be changed, $name", (way) => {
  it("comes before everything of the person's; only signing out is open beside it", async () => {
    const key = way.scripts ? "hoa" : "tuan";
    await opened.shop.sql
      .updateTable("identity.customers")
      .set({ must_change_password: true })
      .where("email", "=", `${key}@mutosi.example`)
      .execute();
    const hoa = await shopper(way);
    const { identity } = hoa.words;
    await hoa.open(`/login/mat-khau?callbackurl=${path(hoa, "/faq")}`);
    await logIn(hoa, `${key}@mutosi.example`, demo_password);
    const change = path(hoa, "/tai-khoan/doi-mat-khau");
    await comesTo(hoa.page, at(change));
    await sees(hoa.page.locator("main"), identity.change_forced);
    for (const elsewhere of ["/tai-khoan", "/thanh-toan/gio-hang", "/login"]) {
      await hoa.open(elsewhere);
      await comesTo(hoa.page, at(change));
    }
    await hoa.open("/dang-xuat");
    expect(await heading(hoa.page)).toBe(hoa.words.common.sign_out_title);
    await hoa.open(`/tai-khoan/doi-mat-khau?callbackurl=${path(hoa, "/faq")}`);
    await wake(hoa);
    const fill = async (current: string, next: string) => {
      await hoa.page.locator("#current_password").fill(current);
      await hoa.page.locator("#password").fill(next);
      await hoa.page.locator("#password_confirmation").fill(next);
      await hoa.page.getByRole("button", { name: identity.save_password }).click();
    };
    await fill("Khong-phai-1@", "SenHongMoi2026@");
    await sees(hoa.page.locator("#current_password-error"), hoa.errors.wrong_password);
    await fill(demo_password, "SenHongMoi2026@");
    await comesTo(hoa.page, at(path(hoa, "/faq")));
    await hears(hoa, identity.password_changed);
    await hoa.open("/tai-khoan");
    await comesTo(hoa.page, at(path(hoa, "/tai-khoan")));
  });
});
