/** What a session stores in the browser, and its roles. Spec §3 Client storage keys, §6. */
import { createECDH } from "node:crypto";
import type { Role } from "contract/identity/accounts.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { at, be, goToGoogle, logIn, path, shopWithGoogle } from "../harness/google.ts";
import { DEMO_PASSWORD } from "../harness/member.ts";
import { comesTo, DEFAULT_WAY, hears, sees, shoppers, soon, type Way } from "../harness/shopper.ts";

const place = shopWithGoogle();

const shopper = shoppers(() => place.opened.url);
const IN_EACH: readonly Way[] = [
  DEFAULT_WAY,
  { name: "on a phone with scripts off, in English", locale: "en", scripts: false, is_phone: true },
  { name: "on a phone, in Japanese", locale: "ja", scripts: true, is_phone: true },
];

/** A push service's answer to this browser, as if its owner had turned messages on here. */
function pretendPush({ endpoint, keys }: { endpoint: string; keys: object }): void {
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
  const pushManager = { getSubscription: async () => subscription };
  Object.defineProperty(navigator.serviceWorker, "getRegistration", { value: async () => ({ pushManager }) });
  Object.defineProperty(Notification, "permission", { value: "granted" });
}

/** The router's own: where a page was scrolled to. */
const scrolls = "react-router-scroll-positions";

describe("storage keys of a signed-in customer", () => {
  it("every key of the specification is set, none works as a credential, and a forced sign-out clears them", async () => {
    const mai = await shopper();
    const { page, url } = mai;
    const key = createECDH("prime256v1").generateKeys("base64url");
    const keys = { p256dh: key, auth: "dGVzdHRlc3R0ZXN0dGVzdA" };
    await page.addInitScript(pretendPush, { endpoint: "https://fcm.googleapis.com/fcm/send/mai", keys });
    await goToGoogle(mai, "/faq");
    await be(mai, "stored@gmail.example", "Lê Thị Kín");
    await comesTo(page, at("/faq"));
    await wake(mai);
    const stored = () => page.evaluate(() => ({ ...localStorage, ...sessionStorage }) as Record<string, string>);
    const public_id = expect.stringMatching(/^[0-9a-f]{20}$/);
    await soon(stored).toMatchObject({
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      userid: expect.stringMatching(/^[2-9A-Z]{10}$/),
      session_id: public_id,
      firebase_token: public_id,
      account_status: "active",
      islogged: "true",
      need_change_password: "false",
    });
    const values = await stored();
    expect(JSON.parse(values["social-user"] ?? "")).toEqual({
      ...{ name: "Lê Thị Kín", avatar_url: null, social_type: "GOOGLE", type: "CUSTOMER" },
    });
    for (const empty of ["group_code", "path-cart", "temp_phone"]) expect(values).not.toHaveProperty(empty);

    const cookies = await page.context().cookies();
    const token = cookies.find(({ name }) => name === "session_id")?.value ?? "";
    const calls = ["/v1/users/profile", "/api/auth/user", "/session", "/v1/client/cart", "/v1/client/devices"];
    const ask = async (path: string, headers: Record<string, string>, body?: object) => {
      const json = body && { method: "PUT", body: JSON.stringify(body) };
      const answer = await fetch(url + path, { headers: { ...headers, "content-type": "application/json" }, ...json });
      return { status: answer.status, text: await answer.text() };
    };
    const own = await ask("/v1/users/profile", { cookie: `session_id=${token}` });
    expect(own.text).toContain("stored@gmail.example");
    for (const [name, value] of Object.entries(values)) {
      const shown = encodeURIComponent(value);
      const answers = await Promise.all([
        ...calls.map((path) => ask(path, { authorization: `Bearer ${shown}` })),
        ...calls.map((path) => ask(path, { cookie: `session_id=${shown}` })),
        ...calls.map((path) => ask(`${path}?session_id=${shown}`, {})),
        ask("/account", {}, { session_id: value, nickname: "Kẻ Trộm" }),
        ask("/v1/users/update-phone-profile", {}, { session_id: value, phone: "0590009999" }),
      ]);
      for (const { status, text } of answers) {
        expect([name, status]).not.toEqual([name, 429]);
        expect(`${name}: ${text}`).not.toMatch(/Kín|stored@|"status":"success"|"is_this"/);
      }
    }
    const after = await ask("/v1/users/profile", { cookie: `session_id=${token}` });
    expect(JSON.parse(after.text).data).toMatchObject({ nickname: "", phone: null });

    // Signed out from elsewhere.
    const elsewhere = { cookie: `session_id=${token}`, origin: url };
    const answer = await fetch(`${url}/v1/client/sessions`, { method: "DELETE", headers: elsewhere });
    expect(answer.status).toBe(200);
    await soon(async () => Object.keys(await stored()).filter((name) => name in values && name !== scrolls)).toEqual(
      [],
    );
  });
});

describe.each(IN_EACH)("an account with several roles $name", (way) => {
  it("the role is switched on any account page, in every tab; a revoked role falls back to customer", async () => {
    const key = { vi: "hoa", en: "hoa", ja: "cau-giay" }[way.locale];
    const { rows } = await sql<{ id: number; role: Role; agent_id: string }>`
      select c.id, r.role, r.agent_id from identity.customers c join identity.roles r on r.customer_id = c.id
      where c.email = ${`${key}@mutosi.example`}`.execute(place.opened.shop.sql);
    const [held] = rows;
    if (!held) return expect.unreachable(`${key} has a role`);
    const them = await shopper(way);
    const { page, words } = them;
    const { kinds, role_switched, role_not_held } = words.account;
    const name = held.agent_id ? `${kinds[held.role]} ${held.agent_id}` : kinds[held.role];
    const home = path(them, "/tai-khoan");
    await them.open(`/login/mat-khau?callbackurl=${home}`);
    await logIn(them, `${key}@mutosi.example`, DEMO_PASSWORD);
    await comesTo(page, at(home));
    const card = page.locator(".account-card");
    const to = (role: string) => page.locator(".account-roles").getByRole("button", { name: role, exact: true });
    await sees(card, kinds[held.role]);
    expect(await to(name).getAttribute("aria-current")).toBe("true");
    const tab = await page.context().newPage();
    await tab.goto(them.at("/tai-khoan"));
    await wake({ ...them, page: tab });

    // Before hydration, where it can.
    await them.open("/tai-khoan");
    await to(kinds.customer).click();
    await hears(them, role_switched({ role: kinds.customer }));
    await comesTo(page, at(home));
    await sees(card, kinds.customer);
    if (!way.scripts) await tab.reload();
    await sees(tab.locator(".account-card"), kinds.customer);

    await wake(them);
    await to(name).click();
    await hears(them, role_switched({ role: kinds[held.role] }));
    await sees(card, kinds[held.role]);
    await to(kinds.customer).click();
    await hears(them, role_switched({ role: kinds.customer }));

    const { id, role, agent_id } = held;
    const taken = await place.opened.shop.sql
      .deleteFrom("identity.roles")
      .where("customer_id", "=", id)
      .where("role", "=", role)
      .returningAll()
      .executeTakeFirstOrThrow();
    await to(name).click();
    await hears(them, role_not_held);
    await sees(card, kinds.customer);
    expect(await page.locator(".account-roles").count()).toBe(0);
    await place.opened.shop.sql
      .insertInto("identity.roles")
      .values({ ...taken, agent_id })
      .execute();
  });
});
