/** The purchase slip (PDF) of an order: who may load it, its pages, fonts and languages. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../database/sql.ts";
import { buildApp } from "../../http/app.ts";
import { health } from "../../http/health.ts";
import { mountRoutes } from "../../routes.ts";
import { signedTokens } from "../../security/signed-tokens.ts";
import { shopHandlers } from "../../shop.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../test-orders.ts";
import { slipPdf } from "./slip.ts";

let shop: TestShop;
let app: FastifyInstance;
let watched: Database;
let code: string;
let cookie: string;

beforeAll(async () => {
  shop = await testShop();
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  watched = openDatabase(shop.url, { max: 1 });
  mountRoutes(app, { base: shop.base, handlers: shopHandlers, health: health(watched.pool), databaseUrl: shop.url });
  await setStock(shop.sql, juicer, 50);
  await setStock(shop.sql, RICE_COOKER, 50);
  const visitor = shop.visitor();
  const { session_id } = await visitor.cart.addItem({ product_id: juicer });
  cookie = `session_id=${session_id}`;
  code = (await visitor.orders.place(orderForm({ full_name: "Nguyễn Thị Đoan Trang" }))).order_code;
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await shop.close();
});

const ask = (headers: Record<string, string> = {}, of = code) =>
  app.inject({ url: `/v1/client/orders/${of}/slip`, headers });

describe("purchase slip", () => {
  it("the owner gets a PDF that no cache may store", async () => {
    const answer = await ask({ cookie });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ "content-type": "application/pdf", "cache-control": "private, no-store" });
    expect(answer.headers["content-disposition"]).toBe(`inline; filename="phieu-mua-hang-${code}.pdf"`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("another visitor, a wrong phone and a token of another order all get the same 'not found'", async () => {
    const { sign } = signedTokens(shop.base.config);
    const note = async (text: string) => ({ cookie: `order=${await sign("order", text, 60)}` });
    const refusals = await Promise.all([
      ask(),
      ask({ "x-order-phone": "0590000012" }),
      ask(await note("2222222222 0590000011")),
      ask({ cookie: "order=eyJh.forged" }),
      ask({ cookie }, "2222222222"),
    ]);
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(404);
      expect(refusal.json().message).toBe("Đơn hàng không tồn tại");
    }
    expect((await ask(await note(`${code} 059 000 0011`))).statusCode).toBe(200);
    expect((await ask({ "x-order-phone": "0590000011" })).statusCode).toBe(200);
  });

  it("fifty lines with long names and characters missing in the fonts all fit on pages", async () => {
    const order = await shop.visitor({ token: cookie.slice("session_id=".length) }).orders.byCode({ id: code });
    const [line] = order.items;
    if (!line) throw new Error("the order has a line");
    const items = Array.from({ length: 50 }, (_, at) => ({
      ...line,
      key: `k${at}`,
      name: `${line.name} 佐藤 `.repeat(4),
    }));
    const facts = {
      name: "Mutosi",
      legal_name: "Công ty Cổ phần Mutosi",
      company_code: "0100000000",
      address: "Hà Nội",
      phone: "1800",
    };
    for (const locale of ["vi", "en", "ja"] as const) {
      const pdf = (await slipPdf({ ...order, items }, facts, locale, shop.now)).toString("latin1");
      const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(3);
      expect(pages).toBeLessThan(8);
      expect(pdf.trimEnd().endsWith("%%EOF")).toBe(true);
    }
  });

  it("the slip is in Japanese for a Japanese reader; kanji names and Vietnamese accents show on every slip", async () => {
    const order = await shop.visitor({ token: cookie.slice("session_id=".length) }).orders.byCode({ id: code });
    const facts = { name: "Mutosi", legal_name: "Mutosi", company_code: "1", address: "Hà Nội", phone: "1800" };
    const full_name = "佐藤 Nguyễn Thị Đoan Trang";
    const named = { ...order, receiver: { ...order.receiver, full_name } };
    const faces = async (...slip: Parameters<typeof slipPdf>) => {
      const pdf = (await slipPdf(...slip)).toString("latin1");
      expect(pdf.length).toBeLessThan(250_000); // the glyphs that were used, not two whole faces
      return [...new Set([...pdf.matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z]+)/g)].map(([, face]) => face))].sort();
    };
    expect(await faces(order, facts, "vi", shop.now)).toEqual(["HankenGrotesk"]);
    expect(await faces(named, facts, "vi", shop.now)).toEqual(["BIZUDPGothic", "HankenGrotesk"]);
    expect(await faces(named, facts, "ja", shop.now)).toEqual(["BIZUDPGothic", "HankenGrotesk"]);
  });
});
