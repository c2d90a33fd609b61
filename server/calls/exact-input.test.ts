import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guide } from "../api/descriptions.ts";
import { type Schema, schemaOf } from "../api/schemas.ts";
import { buildApp } from "../http/app.ts";
import { shopHandlers } from "../shop.ts";
import { calls } from "../testing/test-requests.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
let app: FastifyInstance;

beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const send = (route: string, payload?: object, headers: Record<string, string> = {}) => {
  const [method = "GET", url = ""] = route.split(" ") as ["GET" | "POST" | "PUT", string];
  return app.inject({ method, url, headers, ...(payload && { payload }) });
};

const required = "Vui lòng nhập thông tin";
const place = { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" };
const order = {
  items: [{ product_id: 1082, quantity: 1 }],
  full_name: "Tạ Mai Lan",
  phone: "0590000011",
  address: place,
  shipping_method: "GHN",
  payment_method: "cod",
};
const registration = { phone: "0590000099", otp_proof: "x", full_name: "Phan Thu Mai", terms: true };

describe("refused fields have the agreed messages", () => {
  it.each<[what: string, route: string, body: object | undefined, errors: Record<string, string[]>]>([
    [
      "a ward that is missing",
      "PUT /v1/client/set-shipping-address",
      { ...place, ward_code: "" },
      { ward_code: [required] },
    ],
    [
      "a province that is empty",
      "PUT /v1/client/set-shipping-address",
      { ...place, city_code: "" },
      { city_code: [required] },
    ],
    ["a number that is missing", "POST /v1/client/add-to-cart", {}, { product_id: [required] }],
    ["a number that is null", "POST /v1/product-favorite", { product_id: null }, { product_id: [required] }],
    [
      "a flag that is missing",
      "POST /client/auth/register",
      { ...registration, terms: undefined },
      { terms: [required] },
    ],
    [
      "a limit above its range",
      "GET /v1/client/products?limit=101",
      undefined,
      { limit: ["Số mục mỗi trang phải lớn hơn 0 và nhỏ hơn 101 (từ 1 đến 100)"] },
    ],
    [
      "a limit of 0 and a page below 1",
      "GET /v1/client/post/list?limit=0&page=-1",
      undefined,
      {
        limit: ["Số mục mỗi trang phải lớn hơn 0 và nhỏ hơn 101 (từ 1 đến 100)"],
        page: ["Số trang phải lớn hơn 0 và nhỏ hơn 1000001 (từ 1 đến 1000000)"],
      },
    ],
    [
      "a price that is no number",
      "GET /v1/client/products?price_min=abc",
      undefined,
      { price_min: ["Vui lòng nhập số"] },
    ],
    ["an e-mail address", "PUT /v1/client/update-cart-info", { email: "lan@" }, { email: ["Vui lòng nhập email"] }],
    [
      "a quantity out of bounds",
      "POST /v1/client/add-to-cart",
      { product_id: 1082, quantity: 1000 },
      { quantity: ["Tối đa 999"] },
    ],
    [
      "everything in one round, two passwords that differ included",
      "POST /client/auth/register",
      { ...registration, full_name: "Mai", password: "abc", password_confirmation: "abd", terms: false },
      {
        full_name: ["Họ và tên không hợp lệ, không được có ký tự đặt biệt, không khoảng trắng thừa"],
        password: ["Mật khẩu chưa an toàn"],
        password_confirmation: ["Mật khẩu xác nhận không khớp"],
        terms: ["Vui lòng đồng ý với điều khoản sử dụng"],
      },
    ],
    [
      "an order of nothing, each field in the words of its kind",
      "POST /v1/shop/order",
      {},
      {
        full_name: [required],
        phone: [required],
        address: [required],
        shipping_method: ["Vui lòng chọn đơn vị vận chuyển"], // a payment method that is not given is the card
      },
    ],
    [
      "an order form in which no payment method was chosen",
      "POST /v1/shop/order",
      { payment_method: "" },
      {
        full_name: [required],
        phone: [required],
        address: [required],
        shipping_method: ["Vui lòng chọn đơn vị vận chuyển"],
        payment_method: ["Vui lòng chọn thông tin"],
      },
    ],
    [
      "a weak password typed twice alike",
      "POST /client/auth/register",
      { ...registration, password: "abc", password_confirmation: "abc" },
      { password: ["Mật khẩu chưa an toàn"] },
    ],
  ])("%s", async (_what, route, body, errors) => {
    const answer = await send(route, body);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
  });

  it("a future birthday is reported beside other errors of the profile", async () => {
    const authorization = `Bearer ${await shop.token("minh")}`;
    const answer = await send("PUT /account", { birthday: "2999-01-01", email: "minh@" }, { authorization });
    expect(answer.json().errors).toEqual({ birthday: ["Ngày sinh phải là quá khứ"], email: ["Vui lòng nhập email"] });
    const early = await send("PUT /account", { birthday: "0001-01-01" }, { authorization });
    expect([early.statusCode, early.json().errors]).toEqual([422, { birthday: ["Ngày sinh phải từ năm 1900 trở đi"] }]);
  });
});

describe("numbers in the input", () => {
  it.each([null, "", true, ["1"], "0x3", "1e2", " 7", {}, 1.5, "1.5"])("%j as a quantity is 422", async (quantity) => {
    const answer = await send("POST /v1/client/add-to-cart", { product_id: 1082, quantity });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ["quantity"]]);
  });

  it("null and an empty text mean 'no number', except for a quantity or a product", () => {
    for (const { name, call } of calls) {
      const input = schemaOf(call.input, "input", {}) as { properties?: Record<string, Schema>; required?: string[] };
      for (const [field, schema] of Object.entries(input.properties ?? {})) {
        if (schema.type !== "integer" || input.required?.includes(field)) continue;
        const isStrict = field === "quantity" || field === "product_id";
        for (const nothing of [null, ""]) {
          const read = call.input.safeParse({ ...(call.example.input as object), [field]: nothing });
          expect([name, field, read.success]).toEqual([name, field, !isStrict]);
        }
      }
    }
    expect(guide).toMatch(/`quantity` or a `product_id` that is sent has to be a number/);
  });

  it.each(["product-detail/2147483648", "advance-related-product/2147483648", "products/cards?ids=2147483648"])(
    "%s is 422, not a 5xx",
    async (path) => {
      expect((await send(`GET /v1/client/${path}`)).statusCode).toBe(422);
    },
  );

  it("an empty or null expected total means none; 0 is a total", async () => {
    for (const [expected_total, code] of [
      [0, "price_changed"],
      ["0", "price_changed"],
    ] as const) {
      expect((await send("POST /v1/shop/order", { ...order, expected_total })).json().code).toBe(code);
    }
    for (const expected_total of [null, "", undefined]) {
      expect((await send("POST /v1/shop/order", { ...order, expected_total })).statusCode).toBe(200);
    }
  });
});

describe("text of an address", () => {
  it("a street of zero-width characters is empty; line breaks, tabs and bidirectional controls are removed", async () => {
    const nothing = await send("PUT /v1/client/set-shipping-address", { ...place, street: "\u200b" });
    expect(nothing.json().errors).toEqual({ street: [required] });
    const taken = await send("PUT /v1/client/set-shipping-address", { ...place, street: "18\n\tphố \u202eMen Ngọc" });
    expect(taken.json().data.shipping_address.street).toBe("18 phố Men Ngọc");
  });
});
