/** Session cookies: only those the shop set are read, not one set by a sibling domain or sent as a field. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { buildApp } from "./app.ts";
import { cookieIn, tokensIn } from "./cookies.ts";

const http = { public_url: "http://localhost:3000" };
const https = { public_url: "https://mutosi.example" };
const [mine, theirs] = ["m".repeat(43), "t".repeat(43)];

describe("cookies over https", () => {
  test("only __Host- cookies are read, even with a plain one beside them", () => {
    for (const name of ["session_id", "device"] as const) {
      const read = (header: string) => tokensIn(header, https)[name === "device" ? "device" : "session"] ?? undefined;
      expect(read(`__Host-${name}=${mine}`)).toBe(mine);
      expect(read(`${name}=${theirs}`)).toBeUndefined();
      expect(read(`${name}=${theirs}; __Host-${name}=${mine}`)).toBe(mine);
      expect(read(`__Host-${name}=${mine}; ${name}=${theirs}`)).toBe(mine);
      expect(read(`x__Host-${name}=${theirs}; __Host-${name}=${mine}`)).toBe(mine);
    }
    expect(cookieIn(`order=a.b; __Host-order=c.d`, "order", https)).toBe("c.d");
  });

  test("over http plain cookies are read", () => {
    expect(tokensIn(`session_id=${mine}`, http)).toEqual({ session: mine, device: null });
    expect(tokensIn(`xsession_id=${theirs}; session_id=${mine}; device=${theirs}`, http)).toEqual({
      session: mine,
      device: theirs,
    });
    expect(tokensIn(undefined, http)).toEqual({ session: undefined, device: null });
    expect(tokensIn("session_id=short", http).session).toBeUndefined();
  });
});

describe("a session over https", () => {
  let shop: TestShop;
  let app: FastifyInstance;
  beforeAll(async () => {
    shop = await testShop({ config: https });
    app = await buildApp({ base: shop.base, handlers: shopHandlers });
  });
  afterAll(async () => {
    await app.close();
    await shop.close();
  });
  const whoIs = async (request: {
    url: string;
    headers?: Record<string, string>;
    method?: "PUT";
    payload?: object;
  }) => {
    const answer = await app.inject({ ...request, method: request.method ?? "GET" });
    return [answer.statusCode, answer.json().data?.full_name ?? null];
  };

  test("a plain cookie of a sibling domain does not replace the session", async () => {
    const [lan, minh] = [await shop.token("lan"), await shop.token("minh")];
    const url = "/v1/users/profile";
    expect(await whoIs({ url, headers: { cookie: `__Host-session_id=${lan}` } })).toEqual([200, "Tạ Mai Lan"]);
    expect(await whoIs({ url, headers: { cookie: `session_id=${minh}; __Host-session_id=${lan}` } })).toEqual([
      200,
      "Tạ Mai Lan",
    ]);
    expect(await whoIs({ url, headers: { cookie: `session_id=${minh}` } })).toEqual([401, null]);
  });

  test("session_id in a URL or body opens a visitor's cart, never a customer's session", async () => {
    const lan = await shop.token("lan");
    expect(await whoIs({ url: `/v1/users/profile?session_id=${lan}` })).toEqual([401, null]);
    const headers = { authorization: `Bearer ${lan}` };
    expect(await whoIs({ url: "/v1/users/profile", headers })).toEqual([200, "Tạ Mai Lan"]);
    const sent = { full_name: "Kẻ Khác", session_id: lan };
    expect((await whoIs({ url: "/account", method: "PUT", payload: sent }))[0]).toBe(401);
    const opened = await app.inject({
      method: "POST",
      url: "/v1/client/add-to-cart",
      payload: { product_id: 1082, session_id: lan },
    });
    const { data } = opened.json() as { data: { session_id: string } };
    expect(data.session_id).not.toBe(lan);
    const cart = await app.inject({ url: `/v1/client/cart?session_id=${data.session_id}` });
    expect(cart.json().data.item_count).toBe(1);
  });
});
