/** Files without SKUs update the variants that exist instead of creating them again. rules/import */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCommand } from "../../../scripts/commands/import.ts";
import { dropMemos } from "../../platform/memo.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await testShop();
  folder = await mkdtemp(join(tmpdir(), "known-variants-"));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

async function take(content: string, map?: string) {
  const path = join(folder, "file.csv");
  await writeFile(path, content);
  let out = "";
  await importCommand(shop.ctx(), map ? [path, "--map", map] : [path], {
    out: (text) => (out += text),
    err: () => undefined,
  });
  dropMemos(["catalogue"]);
  const [, added, changed, unchanged] = /(\d+) w\w+ added, (\d+) w\w+ changed, (\d+) /.exec(out) ?? [];
  return { added: Number(added), changed: Number(changed), unchanged: Number(unchanged) };
}

describe("a file without SKUs of products that have SKUs", () => {
  const codesOf = async (slug: string) =>
    (await shop.visitor().catalogue.productBySlug({ slug })).variants.map(({ code, colour, price }) => [
      code,
      colour?.label ?? "",
      price,
    ]);

  it("the handle identifies the only variant; repeated imports create no second one", async () => {
    await take("sku,slug,name,colour,price\nKS-1,khong-sku-mot,Nồi KS một,,300000\n");
    const file = "Handle,Title,Variant Price\nkhong-sku-mot,Nồi KS một,310000\n";
    expect(await take(file)).toMatchObject({ added: 0, changed: 1 });
    expect(await take(file)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(await codesOf("khong-sku-mot")).toEqual([["KS-1", "", 310_000]]);
  });

  it("without a handle the model identifies the product", async () => {
    await take("sku,slug,name,model,price\nKS-M,khong-sku-mau,Nồi KS mẫu,KSM-900,300000\n");
    const map = join(folder, "map.json");
    await writeFile(map, JSON.stringify({ columns: { Ten: "name", Ma: "model", Gia: "price" } }));
    expect(await take("Ten,Ma,Gia\nNồi KS mẫu mới,KSM-900,320000\n", map)).toMatchObject({ added: 0, changed: 1 });
    expect(await codesOf("khong-sku-mau")).toEqual([["KS-M", "", 320_000]]);
  });

  it("the colour identifies a variant, in any order; a new colour is added", async () => {
    const table = (rows: string[]) => ["Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price", ...rows];
    const of = (rows: string[]) => take(table(rows).join("\n"));
    await of(["ks-mau,Nồi KS màu,Màu,Đỏ,KS-D,300000", "ks-mau,,,Đen,KS-N,300000"]);
    const rows = ["ks-mau,Nồi KS màu,Màu,Đen,,330000", "ks-mau,,,Đỏ,,340000", "ks-mau,,,Trắng,,350000"];
    expect(await of(rows)).toMatchObject({ added: 0, changed: 1 });
    expect(await of(rows.toReversed().map((row) => row.replace("ks-mau,,,", "ks-mau,Nồi KS màu,Màu,")))).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    expect(await codesOf("ks-mau")).toEqual([
      ["KS-D", "Đỏ", 340_000],
      ["KS-N", "Đen", 330_000],
      ["KS-MAU-3", "Trắng", 350_000],
    ]);
  });
});
