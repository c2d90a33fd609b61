/**
 * What an import reports besides products: new categories and brands, and what is wrong with a file, once each.
 * rules/import
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCommand } from "../../../scripts/commands/import.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), "report-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function take(content: string, ...options: string[]) {
  const path = join(folder, "file.txt");
  await writeFile(path, content);
  let [out, err] = ["", ""];
  const voices = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const exitCode = await importCommand(shop.ctx(), [path, ...options], voices);
  return { exit_code: exitCode, out, err };
}

it("new categories and brands are reported once, in a dry run before they are created", async () => {
  const file = "Handle,Title,Vendor,Type,Variant SKU,Variant Price\nrp-1,Đàn RP,Hãng Rờ,Nhạc cụ lạ,RP-1,300000\n";
  expect((await take(file, "--dry-run")).out).toMatch(
    /categories that would be made: Nhạc cụ lạ\nbrands that would be made: Hãng Rờ/,
  );
  expect((await take(file)).out).toMatch(/categories made: Nhạc cụ lạ\nbrands made: Hãng Rờ/);
  expect((await take(file)).out).not.toMatch(/made:/);
});

it("a refused constant of the mapping is reported once, with the number of products", async () => {
  const map = join(folder, "map.json");
  const columns = { Ma: "sku", Ten: "name", Gia: "price" };
  await writeFile(map, JSON.stringify({ columns, constants: { vat_rate: "tám" } }));
  const { err, exit_code } = await take("Ma,Ten,Gia\nRV-1,Nồi RV,1000\nRV-2,Nồi RW,1000\n", "--map", map);
  expect(exit_code).toBe(1);
  expect(err.match(/refused: /g)).toHaveLength(1);
  expect(err).toMatch(/refused: constant vat_rate: .* \(2 products\)/);
});

it("a truncated file still reports the rows refused before its end", async () => {
  const map = join(folder, "json-map.json");
  await writeFile(
    map,
    JSON.stringify({ columns: { Ma: "sku", Ten: "name", Gia: "price" }, constants: { vat_rate: "tám" } }),
  );
  const rows = Array.from({ length: 600 }, (_, at) => `RB-${at},Nồi RB ${at},1000`).join("\n");
  const { err } = await take(`Ma,Ten,Gia\n${rows}\nRB-X,"Nồi không đóng,1000\n`, "--map", map);
  expect(err).toMatch(/refused: constant vat_rate: .* products\)/);
});

it.each([
  [
    "no column that holds rows together",
    "Title,Variant SKU,Variant Price\nNồi,A-1,1000\n",
    'line 1: there is no column "Handle"',
  ],
  ["no header", "Nồi cơm,A-1,1990000\nNồi hầm,A-2,1000000\n", "line 1: this is a product and no header"],
  [
    "Shopify's own JSON",
    '{"products":[{"title":"Nồi","body_html":"","vendor":"A","variants":[]}]}',
    "line 1: this is a product in Shopify's own JSON",
  ],
])("a file with %s is refused in one plain sentence", async (_what, content, sentence) => {
  const { err, exit_code } = await take(content);
  expect(exit_code).toBe(2);
  expect(err).toContain(sentence);
});
