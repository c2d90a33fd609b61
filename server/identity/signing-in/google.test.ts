/**
 * Sign-in with Google: new accounts, linking to an account, tokens of apps, and refusals of used, forged or foreign
 * answers. rules/identity#google
 */
import type { Shop } from "contract/contract.ts";
import { errors } from "messages/vi/errors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "../../demo-accounts.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { codeFor, wrongCode } from "../../testing/test-codes.ts";
import { type GooglePerson, startGoogleProvider, type TestGoogle } from "../../testing/test-google.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let google: TestGoogle;
const public_url = "http://localhost:5260";
beforeAll(async () => {
  google = await startGoogleProvider({ redirect_uris: [`${public_url}/auth/callback/google`] });
  shop = await testShop({ max: 8, config: { google: google.config, public_url } });
});
afterAll(async () => {
  await google.close();
  await shop.close();
});

const mai: GooglePerson = { sub: "g-1", email: "mai.phan@gmail.example", name: "Phan Thu Mai" };

/** What the browser brings back after the provider's page. */
async function returned(visitor: Shop, person: GooglePerson, wish: { callbackurl?: string } = {}) {
  const { url, sealed } = await visitor.identity.googleStart(wish);
  const answer = await google.answer(url, person);
  const { code = "", state = "", iss } = Object.fromEntries(answer.searchParams);
  return { code, state, ...(iss && { iss }), sealed };
}

async function signedIn(visitor: Shop, person: GooglePerson) {
  const answer = await visitor.identity.socialLogin(await returned(visitor, person));
  if (answer.account_status === "link_required") return expect.unreachable("no account to link was expected");
  return answer;
}

describe("signing in with Google", () => {
  test("the first sign-in creates an account without a phone; later ones find it by `sub`, even with another e-mail", async () => {
    const first = await signedIn(shop.visitor(), mai);
    expect(first.user).toMatchObject({
      full_name: "Phan Thu Mai",
      email: mai.email,
      email_verified: true,
      phone: null,
      has_google: true,
    });
    const again = await signedIn(shop.visitor(), { ...mai, email: "another@gmail.example" });
    expect(again.user.id).toBe(first.user.id);
    expect(again.user.email).toBe(mai.email);
  });

  test("the sign-in redirects back to a page of this site only", async () => {
    const to = async (callbackurl: string) => {
      const visitor = shop.visitor();
      return (await visitor.identity.socialLogin(await returned(visitor, mai, { callbackurl }))).callbackurl;
    };
    expect(await to("/thanh-toan/gio-hang?a=1")).toBe("/thanh-toan/gio-hang?a=1");
    for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      expect(await to(elsewhere)).toBe("/");
    }
  });

  test("a wrong state, a foreign or altered cookie, a used code and a missing code are refused", async () => {
    const visitor = shop.visitor();
    const good = await returned(visitor, mai);
    const others = await returned(shop.visitor(), mai);
    expect(await refusalCode(visitor.identity.socialLogin({ ...good, state: others.state }))).toBe("google_refused");
    expect(await refusalCode(visitor.identity.socialLogin({ ...good, sealed: others.sealed }))).toBe("google_refused");
    expect(await refusalCode(visitor.identity.socialLogin({ ...good, sealed: `${good.sealed.slice(0, -2)}AA` }))).toBe(
      "google_refused",
    );
    expect(await refusalCode(visitor.identity.socialLogin({ state: good.state, sealed: good.sealed }))).toBe(
      "google_refused",
    );
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => shop.visitor().identity.socialLogin(good)),
    );
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    // The state of one flow with the code of another: PKCE and nonce are not its own.
    const [a, b] = [await returned(visitor, mai), await returned(visitor, mai)];
    expect(await refusalCode(visitor.identity.socialLogin({ ...a, code: b.code }))).toBe("google_refused");
    const late = await returned(visitor, mai);
    shop.advanceClock(16 * 60_000);
    expect(await refusalCode(visitor.identity.socialLogin(late))).toBe("google_refused");
    shop.advanceClock(-16 * 60_000);
  });

  test("an e-mail address that Google has not verified links to no account", async () => {
    const visitor = shop.visitor();
    const unverified = { sub: "g-9", email: "lan@mutosi.example", name: "Not Lan", email_verified: false };
    expect(await refusalCode(visitor.identity.socialLogin(await returned(visitor, unverified)))).toBe("google_refused");
  });

  test("fields of an account sent by the browser are ignored", async () => {
    const claim: object = {
      id: "g-1",
      email: "lan@mutosi.example",
      avatar_url: "",
      store_token: "x",
      type: "CUSTOMER",
    };
    expect(await refusalCode(shop.visitor().identity.socialLogin(claim))).toBe("google_refused");
  });
});

describe("an ID token sent by an app", () => {
  const claims = { sub: "g-app", email: "app.mai@gmail.example", name: "Phan Thu Mai" };

  test("an ID token works once; one for another client, an expired and an unsigned one are refused", async () => {
    const token = await google.idToken(claims);
    expect(await shop.visitor().identity.socialLogin({ id_token: token })).toMatchObject({
      user: { email: claims.email },
    });
    expect(await refusalCode(shop.visitor().identity.socialLogin({ id_token: token }))).toBe("google_refused");
    expect(
      await refusalCode(
        shop.visitor().identity.socialLogin({ id_token: await google.idToken(claims, { audience: "another-shop" }) }),
      ),
    ).toBe("google_refused");
    const [head = "", body = ""] = (await google.idToken(claims)).split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    for (const forged of [
      ...[`${none}.${body}.`, `${head}.${body}.AAAA`, "none", "a.b.c", "....", `${token}=`, `${token}!`, `${token}.x`],
      ...[`${head}.!.AAAA`, `%.${body}.AAAA`, `${token.slice(0, -1)}\u0000`],
    ]) {
      expect(await refusalCode(shop.visitor().identity.socialLogin({ id_token: forged }))).toBe("google_refused");
    }
    // The last letter of the signature has bits that mean nothing: sixteen spellings of one token.
    const other = await google.idToken({ ...claims, sub: "g-spelled" });
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const first = alphabet.indexOf(other.slice(-1)) & ~15;
    const spellings = Array.from({ length: 16 }, (_, at) => other.slice(0, -1) + alphabet[first + at]);
    const answers = await Promise.allSettled(
      spellings.map((id_token) => shop.visitor().identity.socialLogin({ id_token })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const soon = await google.idToken({ ...claims, sub: "g-late" });
    shop.advanceClock(2 * 3600_000);
    expect(await refusalCode(shop.visitor().identity.socialLogin({ id_token: soon }))).toBe("google_refused");
    shop.advanceClock(-2 * 3600_000);
  });
});

describe("linking Google to an existing account", () => {
  test("linking needs a proof of the account; a second Google account or another person's is refused", async () => {
    const visitor = shop.visitor();
    const lans = { sub: "g-lan", email: "lan@mutosi.example", name: "Tạ Mai Lan" };
    const answer = await visitor.identity.socialLogin(await returned(visitor, lans));
    if (answer.account_status !== "link_required") return expect.unreachable("the address is Lan's");
    expect(answer).toMatchObject({ phone_hint: "059-***-0011" });
    expect(await refusalCode(visitor.identity.socialSync({ link_proof: answer.link_proof }))).toBe("unauthenticated");
    await visitor.identity.login({ login: "0590000011", password });
    expect((await visitor.identity.socialSync({ link_proof: answer.link_proof })).has_google).toBe(true);
    expect((await visitor.identity.socialSync({ link_proof: answer.link_proof })).has_google).toBe(true);
    expect((await signedIn(shop.visitor(), lans)).user.phone).toBe("+84590000011");
    const minh = await shop.as("minh");
    expect(await refusalCode(minh.identity.socialSync({ link_proof: answer.link_proof }))).toBe("forbidden");
    expect(await refusalCode(minh.identity.socialSync({ link_proof: answer.link_proof.slice(4) }))).toBe(
      "google_refused",
    );
    expect((await visitor.identity.socialUnlink({})).has_google).toBe(false);
  });

  test("only the account whose proof was asked for is linked, even if another account signs in meanwhile", async () => {
    const lans = { sub: "g-lan-2", email: "lan@mutosi.example", name: "Tạ Mai Lan" };
    const answer = await shop.visitor().identity.socialLogin(await returned(shop.visitor(), lans));
    if (answer.account_status !== "link_required") return expect.unreachable("the address is Lan's");
    const john = await shop.as("john");
    expect(await refusalCode(john.identity.socialSync({ link_proof: answer.link_proof }))).toBe("forbidden");
    expect(await shop.visitor().identity.socialLogin(await returned(shop.visitor(), lans))).toMatchObject({
      account_status: "link_required",
    });
  });

  test("Google cannot be unlinked from an account without another way to sign in", async () => {
    const visitor = shop.visitor();
    await signedIn(visitor, { sub: "g-only", email: "only@gmail.example", name: "Chỉ Google" });
    expect(await refusalCode(visitor.identity.socialUnlink({}))).toBe("conflict");
  });
});

describe("other OpenID providers", () => {
  test.each([
    ["ES256", "post", true],
    ["PS256", "basic", false],
  ] as const)(
    "a provider with %s signatures and the client secret by %s works, for browsers and apps",
    async (signedBy, secretIn, tellsAtOnce) => {
      const redirectUris = [`${public_url}/auth/callback/google`];
      const other = await startGoogleProvider({
        redirect_uris: redirectUris,
        signed_by: signedBy,
        secret_in: secretIn,
        claims_in_id_token: tellsAtOnce,
      });
      const before = shop.base.config.google;
      try {
        Object.assign(shop.base.config, { google: other.config });
        const bich: GooglePerson = {
          sub: "x-1",
          email: `bich.${signedBy}@gmail.example`,
          name: "",
          email_verified: "true",
        };
        const visitor = shop.visitor();
        const { url, sealed } = await visitor.identity.googleStart({});
        const { code: given = "", state = "", iss } = Object.fromEntries((await other.answer(url, bich)).searchParams);
        const answer = await visitor.identity.socialLogin({ code: given, state, iss, sealed });
        expect(answer).toMatchObject({ user: { email: bich.email.toLowerCase(), full_name: "" } });
        const byApp = await shop.visitor().identity.socialLogin({ id_token: await other.idToken(bich) });
        expect(byApp).toMatchObject({ user: { email: bich.email.toLowerCase() } });
      } finally {
        Object.assign(shop.base.config, { google: before });
        await other.close();
      }
    },
  );

  test("a provider's error is shown only to the browser that started the sign-in", async () => {
    const visitor = shop.visitor();
    const said = async (error: string, state?: string) => {
      const { url, sealed } = await visitor.identity.googleStart({});
      const asked = new URL(url).searchParams.get("state") ?? "";
      return (await refusal(visitor.identity.socialLogin({ error, state: state ?? asked, sealed }))).body;
    };
    expect(await said("access_denied")).toMatchObject({ code: "google_refused", message: errors.google_declined });
    for (const error of ["server_error", "temporarily_unavailable"]) {
      expect(await said(error)).toMatchObject({ code: "google_unavailable", message: errors.google_unavailable });
    }
    expect(await said("login_required")).toMatchObject({ code: "google_refused", message: errors.google_refused });
    expect(await said("access_denied", "x")).toMatchObject({ code: "google_refused", message: errors.google_mismatch });
  });

  test.each([false, "false", "yes"])(
    "an e-mail address with email_verified %j links to no account",
    async (email_verified) => {
      const visitor = shop.visitor();
      const nobody: GooglePerson = { sub: "g-nobody", email: "nobody@gmail.example", name: "Không Ai", email_verified };
      const refused = await refusal(visitor.identity.socialLogin(await returned(visitor, nobody)));
      expect(refused.body).toMatchObject({ code: "google_refused", message: errors.google_unverified });
    },
  );
});

/** What the browser brings back when a member adds Google. */
async function addedAnswer(
  member: Shop,
  person: GooglePerson,
  shown: { current_password?: string; otp?: string } = {},
) {
  const { url, sealed } = await member.identity.googleLinkStart(shown);
  const answer = await google.answer(url, person);
  const { code = "", state = "", iss } = Object.fromEntries(answer.searchParams);
  return { code, state, ...(iss && { iss }), sealed };
}

describe("adding Google while signed in", () => {
  const hers: GooglePerson = { sub: "g-hoa", email: "somewhere.else@gmail.example", name: "Hoa" };

  test("Google signs in to the account until it is unlinked", async () => {
    const hoa = await shop.as("hoa");
    expect((await hoa.identity.googleLink(await addedAnswer(hoa, hers))).has_google).toBe(true);
    expect((await signedIn(shop.visitor(), hers)).user.phone).toBe("+84590000033");
    expect(await refusalCode(hoa.identity.googleLinkStart({}))).toBe("conflict");
    expect((await hoa.identity.socialUnlink({})).has_google).toBe(false);
    expect((await hoa.identity.socialUnlink({})).has_google).toBe(false);
    expect((await signedIn(shop.visitor(), hers)).user.phone).toBeNull();
    expect(await refusalCode(hoa.identity.googleLink(await addedAnswer(hoa, hers)))).toBe("conflict");
  });

  test("some minutes after the sign-in the password is required", async () => {
    const tuan = await shop.as("tuan");
    shop.advanceClock(11 * 60_000);
    const refused = await refusal(tuan.identity.googleLinkStart({}));
    expect(refused.body).toMatchObject({ code: "proof_required", errors: { current_password: [expect.any(String)] } });
    expect(await refusalCode(tuan.identity.socialUnlink({}))).toBe("proof_required");
    expect(await refusalCode(tuan.identity.googleLinkStart({ current_password: "Khong-phai-1@" }))).toBe(
      "wrong_password",
    );
    await tuan.identity.googleLinkStart({ current_password: password });
    expect((await tuan.identity.socialUnlink({})).has_google).toBe(false);
    await tuan.identity.switchRole({ role: "customer" });
    shop.advanceClock(11 * 60_000);
    await tuan.identity.switchRole({ role: "customer" }); // another token, but no new proof
    expect(await refusalCode(tuan.identity.googleLinkStart({}))).toBe("proof_required");
  });

  test("an account with only a phone is proved by a code, good for this purpose and account only", async () => {
    const visitor = shop.visitor();
    const phone = "0580007788";
    await visitor.identity.registerSend({ phone });
    const { otp_proof } = await visitor.identity.registerCheckOtp({ phone, otp: await codeFor(shop, "+84580007788") });
    await visitor.identity.register({ phone, otp_proof, full_name: "Phan Thu Mai", terms: "1" });
    shop.advanceClock(11 * 60_000);
    const refused = await refusal(visitor.identity.googleLinkStart({}));
    expect(refused.body).toMatchObject({ code: "proof_required", message: errors.proof_code });
    await visitor.identity.ownerCode({});
    const otp = await codeFor(shop, "+84580007788");
    expect(await refusalCode(visitor.identity.googleLinkStart({ otp: wrongCode(otp) }))).toBe("otp_wrong");
    expect(await refusalCode(shop.visitor().identity.loginSms({ phone, otp }))).toBe("otp_expired");
    const link = await addedAnswer(visitor, { sub: "g-phone", email: "p@gmail.example", name: "P" }, { otp });
    expect(await refusalCode(visitor.identity.googleLinkStart({ otp }))).toBe("otp_expired");
    await visitor.identity.googleLinkStart({}); // proved a moment ago
    expect((await visitor.identity.googleLink(link)).has_google).toBe(true);
    // An account with a password proves that.
    const hoa = await shop.as("hoa");
    expect(await refusalCode(hoa.identity.ownerCode({}))).toBe("conflict");
    shop.advanceClock(11 * 60_000);
    expect(await refusalCode(hoa.identity.googleLinkStart({ otp: "123456" }))).toBe("proof_required");
  });

  test("a link started by one account cannot be finished by another", async () => {
    const john: GooglePerson = { sub: "g-john", email: "john.elsewhere@gmail.example", name: "John" };
    const [johns, satos] = [await shop.as("john"), await shop.as("sato")];
    expect(await refusalCode(shop.visitor().identity.socialLogin(await addedAnswer(johns, john)))).toBe(
      "google_refused",
    );
    expect(await refusalCode(satos.identity.googleLink(await addedAnswer(johns, john)))).toBe("google_refused");
    expect(await refusalCode(johns.identity.googleLink(await returned(johns, john)))).toBe("google_refused");
    const answer = await addedAnswer(johns, john);
    expect((await johns.identity.googleLink(answer)).has_google).toBe(true);
    expect(await refusalCode(johns.identity.googleLink(answer))).toBe("google_refused");
  });
});

describe("an order by an account from Google", () => {
  test("an account without a phone must prove one before it can order", async () => {
    const visitor = shop.visitor();
    await signedIn(visitor, { sub: "g-buyer", email: "buyer@gmail.example", name: "Người Mua" });
    const form = orderForm({ items: [{ product_id: 1082, quantity: 1 }], phone: "0580007777" });
    expect(await refusalCode(visitor.orders.place(form))).toBe("phone_unconfirmed");
    await visitor.identity.updatePhone({ phone: "0580007777" });
    const otp = await codeFor(shop, "+84580007777");
    const { user } = await visitor.identity.updatePhoneOtp({ phone: "0580007777", otp });
    expect(user.phone).toBe("+84580007777");
    expect((await visitor.orders.place(form)).order_code).toHaveLength(10);
  });
});

test("a provider with all claims in the ID token and the client secret in a header works too", async () => {
  const other = await startGoogleProvider({
    redirect_uris: [`${public_url}/auth/callback/google`],
    claims_in_id_token: true,
    secret_in: "basic",
  });
  const itsShop = await testShop({ max: 2, config: { google: other.config, public_url } });
  const visitor = itsShop.visitor();
  const { url, sealed } = await visitor.identity.googleStart({});
  const { code = "", state = "", iss } = Object.fromEntries((await other.answer(url, mai)).searchParams);
  const answer = await visitor.identity.socialLogin({ code, state, iss, sealed });
  expect(answer).toMatchObject({ user: { email: mai.email, full_name: mai.name } });
  await other.close();
  await itsShop.close();
});

test("an unreachable provider is reported as unavailable, and requested again by the next sign-in", async () => {
  const away = await testShop({
    max: 2,
    config: { google: { ...google.config, issuer: "http://127.0.0.1:9" }, public_url },
  });
  const failure = await refusal(away.visitor().identity.googleStart({}));
  expect([failure.status, failure.body.code]).toEqual([503, "google_unavailable"]);
  await away.close();
});
