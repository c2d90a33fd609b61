/** What a file would lose: the price a product had before, or the dates of its sale. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportCommand } from "../../../scripts/commands/export.ts";
import { importCommand } from "../../../scripts/commands/import.ts";
import { integrityViolations } from "../../database/integrity.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), "shop-prices-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Answers what was added, changed, unchanged and refused, and the reasons. */
async function take(content: string, name = "file.csv"): Promise<[counts: string, why: string]> {
  const path = join(folder, name);
  await writeFile(path, content);
  let [out, err] = ["", ""];
  await importCommand(shop.ctx(), [path], { out: (text) => (out += text), err: (text) => (err += text) });
  const counts = /(\d+) w\w+ added, (\d+) w\w+ changed, (\d+) \D+(\d+) refused/.exec(out) ?? [];
  return [counts.slice(1).join(" "), err];
}

const historyOf = async (sku: string) =>
  (
    await sql<object>`select h.list_price, h.sale_price, h.sale_from, h.sale_until, h.actor
      from catalogue.price_history h join catalogue.variants v on v.id = h.variant_id where v.sku = ${sku}
      order by h.version`.execute(shop.sql)
  ).rows;

const columns = "sku,slug,name,category,price,sale_price,sale_starts,sale_ends,stock.HN";
const kettle = "GIA-1,am-thu-gia,Ấm thử giá,am-sieu-toc,500000";
const february = {
  sale_from: new Date("2030-02-01T00:00:00+07:00"),
  sale_until: new Date("2030-03-01T00:00:00+07:00"),
};

it("each price a file brings is a row of the history, by who runs the import; the same price is none", async () => {
  expect(await take(`${columns}\n${kettle},,,,5\n`)).toEqual(["1 0 0 0", expect.any(String)]);
  const file = `${columns}\n${kettle},400000,2030-02-01,2030-02-28,5\n`;
  expect((await take(file))[0]).toBe("0 1 0 0");
  expect((await take(file))[0]).toBe("0 0 1 0");
  expect((await take("sku,stock.HN\nGIA-1,6\n"))[0]).toBe("0 1 0 0");
  const first = { list_price: 500_000, sale_price: null, sale_from: null, sale_until: null, actor: "command" };
  expect(await historyOf("GIA-1")).toEqual([first, { ...first, sale_price: 400_000, ...february }]);
  expect((await shop.visitor().catalogue.productBySlug({ slug: "am-thu-gia" })).price).toBe(500_000);
  expect(await integrityViolations(shop.sql)).toEqual([]);
});

it("a sale that ends before it begins is refused with its line", async () => {
  const [counts, why] = await take(
    "sku,price,sale_price,sale_starts,sale_ends\nGIA-1,500000,400000,2030-02-02,2030-02-01\n",
  );
  expect([counts, why]).toEqual(["0 0 0 1", expect.stringContaining("line 2: sale_price: ends before it begins")]);
});

it.each(["json", "csv"])("the dates of a sale come back from an export as they were: %s", async (form) => {
  const path = join(folder, `out.${form}`);
  await exportCommand(shop.ctx(), ["--out", path], process.stderr, () => undefined);
  const written = await readFile(path, "utf8");
  expect(written).toContain("2030-01-31T17:00:00.000Z");
  expect((await take(written, `back.${form}`))[0]).toMatch(/^0 0 \d+ 0$/);
});

it("a price without a sale price ends the sale, with its dates", async () => {
  expect((await take("sku,price\nGIA-1,500000\n"))[0]).toBe("0 1 0 0");
  expect((await historyOf("GIA-1")).at(-1)).toMatchObject({ sale_price: null, sale_from: null, sale_until: null });
});
