/**
 * Signing in by password, what browsers and apps get, merging the cart, changing the password, and when sessions end.
 * rules/identity#sessions
 */
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "../../demo-accounts.ts";
import { buildApp } from "../../http/app.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../../orders/test-orders.ts";
import { shopHandlers } from "../../shop.ts";
import { refusal } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop({ max: 8 });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const browser = { "sec-fetch-site": "same-origin" };
const post = (url: string, payload: object, headers: Record<string, string> = {}): InjectOptions => ({
  method: "POST",
  url,
  payload,
  headers: { ...browser, ...headers },
});
/** The cookies of an answer, as a browser would send them back. */
function cookiesOf(answer: { headers: Record<string, unknown> }): Record<string, string> {
  const lines = [answer.headers["set-cookie"] ?? []].flat() as string[];
  return Object.fromEntries(lines.map((line) => (line.split(";")[0] ?? "").split("=") as [string, string]));
}
const cookieHeader = (jar: Record<string, string>) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

describe("signing in by password", () => {
  test("a phone in any spelling and a proved e-mail address sign in to the same account", async () => {
    for (const login of ["0590000011", "+84 590 000 011", "LAN@mutosi.example "]) {
      const { user, account_status } = await shop.visitor().identity.login({ login, password });
      expect(account_status).toBe("active");
      expect(user).toMatchObject({ full_name: "Tạ Mai Lan", phone: "+84590000011", active_role: "customer" });
    }
  });

  test("a wrong password, an unknown login and an account without a password get one answer", async () => {
    await shop.sql
      .updateTable("identity.customers")
      .set({ password_hash: null })
      .where("email", "=", "john@mutosi.example")
      .execute();
    const tries = [
      { login: "0590000011", password: "KhongPhai1@" },
      { login: "0581234567", password },
      { login: "nobody@mutosi.example", password },
      { login: "not a login", password },
      { login: "john@mutosi.example", password },
    ];
    const answers = await Promise.all(tries.map((each) => refusal(shop.visitor().identity.login(each))));
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([422, "wrong_credentials", answers[0]?.body.message]);
  });

  test("'locked' is answered only to the right password, and a locked account has no sessions", async () => {
    const sato = await shop.as("sato");
    const status = (to: "locked" | "active") =>
      shop.sql
        .updateTable("identity.customers")
        .set({ status: to })
        .where("email", "=", "sato@mutosi.example")
        .execute();
    await status("locked");
    expect((await refusal(shop.visitor().identity.login({ login: "sato@mutosi.example", password }))).body.code).toBe(
      "account_locked",
    );
    expect(
      (await refusal(shop.visitor().identity.login({ login: "sato@mutosi.example", password: "x" }))).body.code,
    ).toBe("wrong_credentials");
    expect((await refusal(sato.identity.profile({}))).status).toBe(401);
    await status("active");
  });

  test("the requested role becomes active if the account has it, and is reported otherwise", async () => {
    const signIn = (login: string, wish: object) => shop.visitor().identity.login({ login, password, ...wish });
    expect((await signIn("hoa@mutosi.example", { role: "customer" })).user.active_role).toBe("customer");
    expect((await signIn("hoa@mutosi.example", {})).user.active_role).toBe("collaborator");
    expect(await signIn("lan@mutosi.example", { role: "collaborator" })).toMatchObject({
      role_refused: true,
      user: { active_role: "customer" },
    });
    const agent = await signIn("cau-giay@mutosi.example", { role: "agent", agent_id: "ag-0102" });
    expect(agent).toMatchObject({ role_refused: false, user: { active_role: "agent", agent_id: "AG-0102" } });
    expect((await signIn("cau-giay@mutosi.example", { role: "agent", agent_id: "AG-0999" })).role_refused).toBe(true);
  });
});

describe("tokens of browsers and apps", () => {
  test("a browser gets a cookie, and a bearer that works only with the cookie", async () => {
    const answer = await app.inject(post("/client/auth/login", { login: "0590000022", password }));
    const jar = cookiesOf(answer);
    const { token } = answer.json();
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(jar.session_id).not.toBe(token);
    const ask = (headers: Record<string, string>) => app.inject({ url: "/v1/users/profile", headers });
    const authorization = `Bearer ${token}`;
    expect((await ask({ authorization })).statusCode).toBe(401);
    expect((await ask({ authorization, cookie: cookieHeader(jar) })).statusCode).toBe(200);
    const other = cookiesOf(await app.inject(post("/client/auth/login", { login: "0590000011", password })));
    expect((await ask({ authorization, cookie: cookieHeader(other) })).statusCode).toBe(401);
    expect((await ask({ authorization: `${authorization}x`, cookie: cookieHeader(jar) })).statusCode).toBe(401);
    shop.advanceClock(15 * 60_000);
    expect((await ask({ authorization, cookie: cookieHeader(jar) })).statusCode).toBe(401);
    const again = await app.inject({ url: "/session", headers: { ...browser, cookie: cookieHeader(jar) } });
    const fresh = { authorization: `Bearer ${again.json().id_token}`, cookie: cookieHeader(jar) };
    expect((await ask(fresh)).statusCode).toBe(200);
    await app.inject(post("/api/auth/logout", {}, { cookie: cookieHeader(jar) }));
    expect((await ask(fresh)).statusCode).toBe(401);
    expect((await ask({ cookie: cookieHeader(jar) })).statusCode).toBe(401);
  });

  test("signing out takes the cookie away", async () => {
    const jar = cookiesOf(await app.inject(post("/client/auth/login", { login: "0590000022", password })));
    const answer = await app.inject(post("/api/auth/logout", {}, { cookie: cookieHeader(jar) }));
    expect(answer.headers["set-cookie"]).toEqual([expect.stringMatching(/^session_id=; .*Max-Age=0/)]);
  });

  test("an app gets the session's own token and no short-lived bearer", async () => {
    const { token } = (
      await app.inject({ method: "POST", url: "/api/auth/login", payload: { login: "0590000022", password } })
    ).json();
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: "/v1/users/profile", headers })).statusCode).toBe(200);
    expect((await app.inject({ url: "/session", headers })).json()).not.toHaveProperty("id_token");
  });

  test("no sign-in answer or token is stored in the database, even with an Idempotency-Key", async () => {
    const submit = () =>
      shop.visitor().identity.login({ login: "0590000011", password }, { idempotency_key: "sign in" });
    const { token } = await submit();
    expect((await submit()).token).toBe(token);
    const answers = await shop.sql.selectFrom("kernel.idempotency").selectAll().execute();
    const sessions = await shop.sql.selectFrom("identity.sessions").selectAll().execute();
    const kept = JSON.stringify([answers, sessions]);
    for (const secret of [token, "sign in"]) expect(kept).not.toContain(secret);
  });
});

describe("a visitor's cart and orders at sign-in", () => {
  test("the carts are merged, the session token is replaced, and the old one is invalid", async () => {
    const minh = await shop.as("minh");
    await minh.cart.addItem({ product_id: juicer, quantity: 2 });
    const first = await app.inject(post("/v1/client/add-to-cart", { product_id: juicer, quantity: 3 }));
    const before = cookiesOf(first);
    await app.inject(
      post("/v1/client/add-to-cart", { product_id: RICE_COOKER, quantity: 1 }, { cookie: cookieHeader(before) }),
    );
    const answer = await app.inject(
      post("/client/auth/login", { login: "0590000022", password }, { cookie: cookieHeader(before) }),
    );
    const after = cookiesOf(answer);
    expect(after.session_id).not.toBe(before.session_id);
    const old = await app.inject({ url: "/v1/client/cart", headers: { cookie: cookieHeader(before) } });
    expect(old.json().data.items).toEqual([]);
    const { items } = await minh.cart.get({});
    expect(items.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [juicer, 5],
      [RICE_COOKER, 1],
    ]);
  });

  test("a merged quantity above the stock is kept and marked", async () => {
    await setStock(shop.sql, juicer, 4);
    const kim = await shop.as("kim");
    await kim.cart.addItem({ product_id: juicer, quantity: 3 });
    const visitor = shop.visitor();
    await visitor.cart.addItem({ product_id: juicer, quantity: 4 });
    await visitor.identity.login({ login: "kim@mutosi.example", password });
    const { items } = await kim.cart.get({});
    expect(items).toMatchObject([{ quantity: 7, problem: { code: "above_maximum", maximum: 4 } }]);
    await setStock(shop.sql, juicer, 50);
  });

  test("ten devices that sign in at once all add their carts", async () => {
    const visitors = Array.from({ length: 10 }, () => shop.visitor());
    await Promise.all(visitors.map((each) => each.cart.addItem({ product_id: RICE_COOKER, quantity: 2 })));
    await Promise.all(visitors.map((each) => each.identity.login({ login: "tuan@mutosi.example", password })));
    for (const each of visitors) expect((await each.cart.get({})).item_count).toBe(20);
    expect(await visitors[0]?.identity.devices({})).toHaveLength(10);
  });

  test("guest orders of the proved phone move to the account; others of the device do not", async () => {
    const guest = shop.visitor();
    const items = [{ product_id: juicer, quantity: 1 }];
    const opened = await guest.cart.addItem({ product_id: juicer, quantity: 1 });
    expect(opened.session_id).toBeTruthy();
    const own = await guest.orders.place(orderForm({ items, phone: "0590000088" }));
    const mothers = await guest.orders.place(orderForm({ items, phone: "0590000111" }));
    const elsewhere = await shop.visitor().orders.place(orderForm({ items, phone: "0590000088" }));
    const john = await shop.as("john");
    expect((await refusal(john.orders.byCode({ id: own.order_code }))).status).toBe(404);
    await shop.sql
      .updateTable("identity.customers")
      .set((each) => ({
        password_hash: each
          .selectFrom("identity.customers as lan")
          .select("lan.password_hash")
          .where("lan.email", "=", "lan@mutosi.example"),
      }))
      .where("email", "=", "john@mutosi.example")
      .execute();
    await guest.identity.login({ login: "0590000088", password });
    for (const { order_code } of [own, elsewhere])
      expect((await john.orders.byCode({ id: order_code })).order_code).toBe(order_code);
    expect((await refusal(john.orders.byCode({ id: mothers.order_code }))).status).toBe(404);
    expect((await guest.orders.byCode({ id: mothers.order_code })).receiver.phone).toBe("+84590000111");
  });
});

describe("changing the password", () => {
  test("a change signs every other device out and replaces this session's token", async () => {
    const [here, there] = [shop.visitor(), shop.visitor()];
    const { token } = await here.identity.login({ login: "ngoc@mutosi.example", password });
    await there.identity.login({ login: "ngoc@mutosi.example", password });
    const next = "MatKhauMoi99@";
    const wrong = { current_password: "KhongPhai1@", password: next, password_confirmation: next };
    expect((await refusal(here.identity.changePassword(wrong))).body.code).toBe("wrong_password");
    const changed = await here.identity.changePassword({ ...wrong, current_password: password });
    expect(changed.token).not.toBe(token);
    expect((await here.identity.profile({})).email).toBe("ngoc@mutosi.example");
    expect((await refusal(there.identity.profile({}))).status).toBe(401);
    expect((await refusal(shop.visitor({ token }).identity.profile({}))).status).toBe(401);
    expect((await refusal(shop.visitor().identity.login({ login: "ngoc@mutosi.example", password }))).body.code).toBe(
      "wrong_credentials",
    );
    await shop.visitor().identity.login({ login: "ngoc@mutosi.example", password: next });
  });

  test("a common password is refused, also with additions, and so is the old one", async () => {
    const quang = shop.visitor();
    await quang.identity.login({ login: "quang@mutosi.example", password });
    const change = (to: string) =>
      quang.identity.changePassword({ current_password: password, password: to, password_confirmation: to });
    for (const common of ["Password123@", "@@Qwertyuiop1", "1234!Football2"]) {
      expect((await refusal(change(common))).body).toMatchObject({
        code: "password_common",
        errors: { password: [expect.any(String)] },
      });
    }
    expect((await refusal(change(password))).body.errors?.password).toEqual(["Mật khẩu mới phải khác mật khẩu cũ"]);
  });

  test("while a change is required every other call but sign-out is refused", async () => {
    await shop.sql
      .updateTable("identity.customers")
      .set({ must_change_password: true })
      .where("email", "=", "quang@mutosi.example")
      .execute();
    const quang = shop.visitor();
    expect((await quang.identity.login({ login: "quang@mutosi.example", password })).account_status).toBe(
      "pending_password",
    );
    expect((await refusal(quang.identity.devices({}))).body.code).toBe("password_pending");
    expect((await quang.identity.session({})).account_status).toBe("pending_password");
    const next = { password: "MatKhauMoi99@", password_confirmation: "MatKhauMoi99@" };
    expect((await quang.identity.createPassword(next)).account_status).toBe("active");
    expect(await quang.identity.devices({})).toHaveLength(1);
    expect((await refusal(quang.identity.createPassword(next))).body.code).toBe("wrong_password");
    await quang.identity.logout({});
  });
});

describe("when sessions end", () => {
  test("a customer's session ends after 14 unused days", async () => {
    const minute = 60_000;
    const lan = await shop.as("lan");
    shop.advanceClock(13 * 24 * 60 * minute);
    await lan.identity.profile({});
    shop.advanceClock(13 * 24 * 60 * minute);
    await lan.identity.profile({});
    shop.advanceClock(14 * 24 * 60 * minute);
    expect((await refusal(lan.identity.profile({}))).status).toBe(401);
  });

  test("a revoked role no longer works at the next request", async () => {
    const hoa = await shop.as("hoa");
    expect((await hoa.identity.authUser({})).scope).toContain("commissions:read");
    await shop.sql.deleteFrom("identity.roles").where("role", "=", "collaborator").execute();
    const { user, scope } = await hoa.identity.authUser({});
    expect(user.active_role).toBe("customer");
    expect(scope).not.toContain("commissions:read");
  });

  test("a device can be signed out from another device of the same account only", async () => {
    const [here, there] = [await shop.as("minh"), await shop.as("minh")];
    const theirs = (await there.identity.devices({})).find((each) => each.is_this)?.id ?? "";
    expect((await refusal((await shop.as("lan")).identity.signOutDevice({ id: theirs }))).status).toBe(404);
    await here.identity.signOutDevice({ id: theirs });
    expect((await refusal(there.identity.profile({}))).status).toBe(401);
    const third = await shop.as("minh");
    expect(await third.identity.signOutOthers({})).toHaveLength(1);
    expect((await refusal(here.identity.profile({}))).status).toBe(401);
  });

  test("signing out everywhere ends every session of the account, this one included, and no other account's", async () => {
    const [here, there, lan] = [await shop.as("minh"), await shop.as("minh"), await shop.as("lan")];
    expect(await here.identity.signOutAll({})).toEqual({ status: "empty" });
    for (const device of [here, there]) expect((await refusal(device.identity.profile({}))).status).toBe(401);
    expect((await lan.identity.profile({})).email).toBe("lan@mutosi.example");
    expect(await (await shop.as("minh")).identity.devices({})).toHaveLength(1);
  });

  test("switching the role keeps the session; a repeated form changes nothing", async () => {
    const token = await shop.token("cau-giay");
    const browser = { is_browser: true, agent: "Chrome", device: null };
    const agent = () => shop.visitor({ token, machine: browser });
    const before = await agent().identity.session({});
    expect(before.user).toMatchObject({
      active_role: "agent",
      agent_id: "AG-0102",
      held_roles: [
        { role: "customer", agent_id: null },
        { role: "agent", agent_id: "AG-0102" },
      ],
    });
    for (let click = 0; click < 2; click++) await agent().identity.switchRole({ role: "customer" });
    const after = await agent().identity.session({});
    expect(after).toMatchObject({ public_id: before.public_id, user: { active_role: "customer", agent_id: null } });
  });

  test("the session's public id lists it among the devices and grants nothing", async () => {
    const lan = await shop.as("lan");
    const { public_id = "" } = await lan.identity.session({});
    expect((await lan.identity.devices({})).find(({ id }) => id === public_id)?.is_this).toBe(true);
    expect((await refusal(shop.visitor({ token: public_id }).identity.profile({}))).status).toBe(401);
    expect(await shop.visitor({ token: public_id }).identity.session({})).toMatchObject({ status: "empty" });
  });
});
