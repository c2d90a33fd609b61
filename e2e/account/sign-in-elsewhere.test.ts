/**
 * A shop with real rate limits and a simulated Google: Google sign-in, linked and declined; captcha with and without
 * scripts; a password that must be changed. Spec §2, §4.
 */
import { codeFor } from "server/testing/test-codes.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { fillAddress, fillReceiver, haveInCart, LAN_LIVES, orderButton, pay, wake } from "../harness/checkout.ts";
import { at, be, goToGoogle, logIn, path, shopWithGoogle } from "../harness/google.ts";
import { DEMO_PASSWORD } from "../harness/member.ts";
import {
  comesTo,
  DEFAULT_WAY,
  heading,
  hears,
  type Shopper,
  sees,
  shoppers,
  soon,
  type Way,
} from "../harness/shopper.ts";

const place = shopWithGoogle();

const shopper = shoppers(() => place.opened.url);
const both: readonly Way[] = [DEFAULT_WAY, { name: "with scripts off", locale: "en", scripts: false, is_phone: true }];
describe.each(both)("with Google, $name", (way) => {
  it("a new account signs in and proves a phone before the first order, whose form is kept", async () => {
    const mai = await shopper(way);
    const { identity } = mai.words;
    await goToGoogle(mai, "/faq");
    await be(mai, `${way.locale}@gmail.example`);
    await comesTo(mai.page, at(path(mai, "/faq")));
    await hears(mai, identity.welcome({ name: "Mai" }));

    await haveInCart(mai);
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
    await mai.page.locator("#otp").fill(await codeFor(place.opened.shop, `+84${phone.slice(1)}`));
    if (!way.scripts) await mai.page.getByRole("button", { name: identity.confirm }).click();
    await comesTo(mai.page, at(path(mai, "/thanh-toan/gio-hang")));
    await hears(mai, identity.phone_confirmed);
    expect(await mai.page.locator("#full_name").inputValue()).toBe("Phan Thu Mai");
    expect(await mai.page.locator("[id='address.street']").inputValue()).toBe(LAN_LIVES.street);
    expect(await mai.page.locator("[name=note]").inputValue()).toBe("Gọi trước khi giao");
    expect(await mai.page.locator("input[name=payment_method][value=cod]").isChecked()).toBe(true);
    await orderButton(mai).click();
    await comesTo(mai.page, at(path(mai, "/thanh-toan/trang-thai")));
  });

  it("an answer from Google for another browser or without a request ends with a message", async () => {
    const mai = await shopper(way);
    for (const address of ["/auth/callback/google?code=a&state=b", "/login?code=a&state=b"]) {
      await mai.page.goto(place.opened.url + address);
      await comesTo(mai.page, at("/login"));
      await sees(mai.page.getByRole("alert"), /Google/);
    }
    await goToGoogle(mai, "/faq");
    await comesTo(mai.page, (address) => address.pathname.startsWith("/choose/"));
    await mai.page.goto(`${place.opened.url}/auth/callback/google?code=a&state=another`);
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

describe("an account with the same e-mail address", () => {
  beforeAll(async () => {
    await place.opened.shop.sql
      .updateTable("identity.customers")
      .set({ email_verified_at: place.opened.shop.now })
      .where("email", "=", "minh@mutosi.example")
      .execute();
  });

  it("linking waits 15 minutes for that account, and stops when another account signs in", async () => {
    const minh = await shopper();
    const { page } = minh;
    const waiting = async () => (await page.context().cookies()).filter(({ name }) => name.endsWith("google_link"));
    const began = Date.now() / 1000;
    await goToGoogle(minh);
    await be(minh, "minh@mutosi.example", "Minh");
    await comesTo(page, at("/login"));
    const [proof] = await waiting();
    expect((proof?.expires ?? 0) - began).toBeGreaterThan(60);
    expect((proof?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(15 * 60);

    await minh.open("/login/mat-khau");
    await logIn(minh, "sato@mutosi.example", DEMO_PASSWORD);
    await comesTo(page, at("/"));
    expect(await waiting()).toEqual([]);
    expect(await page.getByText(minh.words.identity.linked).count()).toBe(0);
  });

  it("after one proof of the account Google signs in to it", async () => {
    const minh = await shopper();
    const { identity } = minh.words;
    await goToGoogle(minh);
    await be(minh, "minh@mutosi.example", "Minh");
    await comesTo(minh.page, at("/login"));
    expect(await heading(minh.page)).toBe(identity.link_title);
    await wake(minh);
    await minh.page.getByRole("button", { name: identity.by_password }).click();
    await comesTo(minh.page, at("/login/mat-khau"));
    await logIn(minh, "059 000 0022", DEMO_PASSWORD);
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

const IN_JAPANESE: Way = { name: "in Japanese", locale: "ja", scripts: true, is_phone: true };
describe.each([...both, IN_JAPANESE])("the profile page, $name", (way) => {
  it("adds a Google account and removes it, by the password or soon after signing in", async () => {
    const key = { vi: "lan", en: "kim", ja: "john" }[way.locale];
    const member = await shopper(way);
    const { page, words } = member;
    const profile = path(member, "/tai-khoan/thong-tin-tai-khoan");
    const part = page.locator("section", { has: page.locator("#google") });
    const click = async (name: string) => {
      await wake(member);
      await part.getByRole("button", { name, exact: true }).click();
    };
    await member.open(`/login/mat-khau?callbackurl=${profile}`);
    await logIn(member, `${key}@mutosi.example`, DEMO_PASSWORD);
    await comesTo(page, at(profile));
    await click(words.profile.google_link);
    await comesTo(page, (address) => address.pathname.startsWith("/choose/"));
    await page.getByRole("button", { name: "Deny" }).click();
    await comesTo(page, at(profile));
    await sees(page, member.errors.google_declined);

    await click(words.profile.google_link);
    await be(member, `${key}@gmail.example`, "Ai Đó");
    await comesTo(page, at(profile));
    await sees(page, words.identity.linked);
    await sees(part, words.profile.google_linked);
    const elsewhere = await shopper(way);
    await goToGoogle(elsewhere, "/tai-khoan");
    await be(elsewhere, `${key}@gmail.example`, "Ai Đó");
    await comesTo(elsewhere.page, at(path(elsewhere, "/tai-khoan")));

    place.opened.shop.advanceClock(11 * 60_000);
    await click(words.profile.google_unlink);
    await sees(part.locator("#current_password-error"), member.errors.proof_required);
    await part.locator("#current_password").fill(DEMO_PASSWORD);
    await click(words.profile.google_unlink);
    await sees(page, words.profile.google_unlinked);
    await sees(part, words.profile.google_text);
  });
});

describe.each(both)("an account with only a phone, $name", (way) => {
  it("Google is added with a code to the phone, and a captcha if one is required", async () => {
    const mai = await shopper(way);
    const { page, words } = mai;
    const phone = way.scripts ? "0590003001" : "0590003002";
    const profile = path(mai, "/tai-khoan/thong-tin-tai-khoan");
    const part = page.locator("section", { has: page.locator("#google") });
    const code = async () => {
      await page.locator("#otp").waitFor();
      await wake(mai);
      await page.locator("#otp").fill(await codeFor(place.opened.shop, `+84${phone.slice(1)}`));
    };
    const click = (name: string) => page.locator("main").getByRole("button", { name, exact: true }).click();
    await mai.open(`/register?callbackurl=${profile}`);
    await page.locator("#phone").fill(phone);
    await click(words.identity.get_code);
    await code();
    if (!way.scripts) await click(words.identity.confirm);
    await page.locator("#full_name").fill("Phan Thu Mai");
    await page.locator("#terms").check();
    await click(words.identity.create_account);
    await comesTo(page, at(profile));

    place.opened.shop.advanceClock(11 * 60_000);
    await wake(mai);
    await click(words.profile.google_link);
    await sees(part, mai.errors.proof_code);
    const shown = `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;
    await click(words.profile.owner_code_send({ phone: shown }));
    if (!way.scripts) {
      await sees(part.getByRole("alert"), /15/);
      place.opened.shop.advanceClock(16_000);
      await click(words.profile.owner_code_send({ phone: shown }));
    }
    await page.locator("#otp").waitFor();
    await click(words.profile.google_link);
    await sees(page.locator("#otp-error"), mai.errors.required);
    await code();
    await click(words.profile.google_link);
    await be(mai, `phone-${way.locale}@gmail.example`);
    await comesTo(page, at(profile));
    await sees(part, words.profile.google_linked);
  });
});

describe.each(both)("a password that must be changed, $name", (way) => {
  it("every account page redirects to the change of password; only signing out is possible", async () => {
    const key = way.scripts ? "hoa" : "tuan";
    await place.opened.shop.sql
      .updateTable("identity.customers")
      .set({ must_change_password: true })
      .where("email", "=", `${key}@mutosi.example`)
      .execute();
    const hoa = await shopper(way);
    const { identity } = hoa.words;
    await hoa.open(`/login/mat-khau?callbackurl=${path(hoa, "/faq")}`);
    await logIn(hoa, `${key}@mutosi.example`, DEMO_PASSWORD);
    const change = path(hoa, "/tai-khoan/doi-mat-khau");
    await comesTo(hoa.page, at(change));
    await sees(hoa.page.locator("main"), identity.change_forced);
    for (const elsewhere of ["/tai-khoan", "/thanh-toan/gio-hang", "/login"]) {
      await hoa.open(elsewhere);
      await comesTo(hoa.page, at(change));
    }
    await hoa.open("/dang-xuat");
    expect(await heading(hoa.page)).toBe(hoa.words.identity.sign_out_title);
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
    await fill(DEMO_PASSWORD, "SenHongMoi2026@");
    await comesTo(hoa.page, at(path(hoa, "/faq")));
    await hears(hoa, identity.password_changed);
    await hoa.open("/tai-khoan");
    await comesTo(hoa.page, at(path(hoa, "/tai-khoan")));
  });
});

// Last: wrong passwords make the shop ask every client of this IP address for a captcha.
describe("our captcha", () => {
  const wrongly = async (someone: Shopper, login = "sato@mutosi.example", password = "Sai-mat-khau-1@") => {
    await logIn(someone, login, password);
    await sees(someone.page.locator("#password-error"), someone.errors.wrong_credentials);
  };

  it("after three wrong passwords the hydrated page solves the captcha by itself", async () => {
    const sato = await shopper();
    await sato.open("/login/mat-khau");
    await wake(sato);
    for (let times = 0; times < 3; times++) await wrongly(sato);
    const asked = sato.page.waitForResponse((answer) => answer.url().includes("/-/captcha"));
    await logIn(sato, "sato@mutosi.example", DEMO_PASSWORD);
    await asked;
    await comesTo(sato.page, at("/"));
  });

  const [japanese, english]: Way[] = [
    { name: "on a phone, in Japanese", locale: "ja", scripts: true, is_phone: true },
    { name: "on a wide screen, in English", locale: "en", scripts: true, is_phone: false },
  ];

  /** The password form, where the next try asks for a captcha. */
  async function suspected(way: Way | undefined, login: string): Promise<Shopper> {
    const someone = await shopper(way);
    await someone.open("/login/mat-khau");
    await wake(someone);
    for (let times = 0; times < 3; times++) await wrongly(someone, login);
    return someone;
  }

  /** The page's posts from now on. */
  function posts({ page }: Shopper): string[] {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.postData() ?? ""));
    return sent;
  }

  it("the captcha is solved each time: after more wrong passwords the right one is accepted", async () => {
    const kim = await suspected(japanese, "kim@mutosi.example");
    for (let times = 0; times < 3; times++) {
      const sent = posts(kim);
      await wrongly(kim, "kim@mutosi.example", `Sai-${times}-mat-khau@`);
      await soon(() => sent.filter((body) => /captcha=\w/.test(body))).toHaveLength(1);
      kim.page.removeAllListeners("request");
    }
    await logIn(kim, "kim@mutosi.example", DEMO_PASSWORD);
    await comesTo(kim.page, at(path(kim, "/")));
  });

  it("an answer computed while another password is typed is sent with that password", async () => {
    const login = "duc@mutosi.example";
    const someone = await suspected(english, login);
    const { page, words } = someone;
    const solved = Promise.withResolvers<void>();
    const requested = page.waitForRequest("**/-/captcha*");
    await page.route("**/-/captcha*", async (route) => {
      await solved.promise;
      await route.continue();
    });
    const sent = posts(someone);
    await logIn(someone, login, "Sai-mat-khau-2@");
    await requested;
    await page.locator("#password").press("x");
    solved.resolve();
    await sees(page.getByRole("alert"), words.identity.captcha_ready);
    await page.locator("#password").fill("Sai-mat-khau-3@");
    expect(sent).toHaveLength(1);
    await page.locator("#password").press("Enter");
    await sees(page.locator("#password-error"), someone.errors.wrong_credentials);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatch(/captcha=\w/);
  });

  it("refused answers are not sent again and again: the form shows how long to wait", async () => {
    const login = "ngoc@mutosi.example";
    const someone = await suspected(english, login);
    const { page, words } = someone;
    await page.route("**/login/mat-khau.data*", (route) => {
      const postData = route.request().postData() ?? "";
      return route.continue({ postData: postData.replace(/captcha=[^&]+/, "captcha=refused") });
    });
    const sent = posts(someone);
    await logIn(someone, login, "Sai-mat-khau-2@");
    await soon(() => sent).toHaveLength(3);
    const alert = page.locator("main").getByRole("alert");
    await sees(alert, words.identity.captcha_wait({ seconds: 15 }));
    await sees(alert, words.identity.captcha_unsolved);
    expect(sent).toHaveLength(3);
    await page.unroute("**/login/mat-khau.data*");
    await page.locator("#password").press("Enter");
    await sees(page.locator("#password-error"), someone.errors.wrong_credentials);
  });

  it("without scripts a wait replaces the captcha, and the form shows how long", async () => {
    const john = await shopper({ ...DEFAULT_WAY, scripts: false });
    await john.open("/login/mat-khau");
    for (let times = 0; times < 3; times++) {
      await logIn(john, "john@mutosi.example", "Sai-mat-khau-1@");
      await sees(john.page.locator("#password-error"), john.errors.wrong_credentials);
    }
    await logIn(john, "john@mutosi.example", DEMO_PASSWORD);
    await sees(john.page.getByRole("alert"), /15 giây/);
    expect(await john.page.locator("#login").inputValue()).toBe("john@mutosi.example");
    place.opened.shop.advanceClock(16_000);
    await logIn(john, "john@mutosi.example", DEMO_PASSWORD);
    await comesTo(john.page, at("/"));
  });
});
