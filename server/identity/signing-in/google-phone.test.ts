/** A phone number in a Google ID token never signs in to an account by itself. rules/identity#google */
import type { Shop } from "contract/contract.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "../../demo-accounts.ts";
import { type GooglePerson, startGoogleProvider, type TestGoogle } from "../../testing/test-google.ts";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

const public_url = "http://localhost:5261";
let shop: TestShop;
let google: TestGoogle;
beforeAll(async () => {
  google = await startGoogleProvider({
    redirect_uris: [`${public_url}/auth/callback/google`],
    supports_phone_scope: true,
  });
  shop = await testShop({ max: 4, config: { google: google.config, public_url } });
});
afterAll(async () => {
  await google.close();
  await shop.close();
});
const signInWithGoogle = async (visitor: Shop, person: GooglePerson) => {
  const { url, sealed } = await visitor.identity.googleStart({});
  const { code = "", state = "", iss } = Object.fromEntries((await google.answer(url, person)).searchParams);
  return visitor.identity.socialLogin({ code, state, ...(iss && { iss }), sealed });
};
const named = (sub: string) => ({ sub, email: `${sub}@gmail.example`, name: "Ai Đó" });

test.each([
  ["in E.164", "+84590000022"],
  ["with blanks", "+84 59 000 0022"],
])(
  "if Google says that the phone is verified (%s), the owner signs in with the password before the accounts are linked",
  async (name, phone) => {
    const minh: GooglePerson = { ...named(`minh-${name.length}`), phone_number: phone, phone_number_verified: true };
    const visitor = shop.visitor();
    const found = await signInWithGoogle(visitor, minh);
    if (found.account_status !== "link_required") return expect.unreachable("a Google phone alone opened an account");
    expect(found.phone_hint).toBe("059-***-0022");
    const hoa = await shop.as("hoa");
    expect(await refusalCode(hoa.identity.socialSync({ link_proof: found.link_proof }))).toBe("forbidden");
    await visitor.identity.login({ login: "minh@mutosi.example", password });
    expect((await visitor.identity.socialSync({ link_proof: found.link_proof })).has_google).toBe(true);
    expect(await signInWithGoogle(shop.visitor(), minh)).toMatchObject({ user: { email: "minh@mutosi.example" } });
    await visitor.identity.socialUnlink({});
  },
);

test.each([
  ["is not verified", { phone_number: "+84590000022", phone_number_verified: false }],
  ["has no phone_number_verified", { phone_number: "+84590000022" }],
  ["is verified by a string instead of true", { phone_number: "+84590000022", phone_number_verified: "true" }],
  ["is of another country", { phone_number: "+14255550100", phone_number_verified: true }],
  ["belongs to no account", { phone_number: "+84580001199", phone_number_verified: true }],
])("a Google phone that %s is ignored: a new account without a phone is created", async (name, phone) => {
  const answer = await signInWithGoogle(shop.visitor(), { ...named(`new-${name.length}`), ...phone });
  expect(answer).toMatchObject({ account_status: "active", user: { phone: null } });
});
