/**
 * The generate command: arguments in, an exit code out. What it imitates are the demo products, read from their files, so the
 * same seed gives the same catalogue in every shop. Exit codes: 0 done, 2 not understood.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { complete } from "server/catalogue/import/complete.ts";
import { exportProducts } from "server/catalogue/import/export.ts";
import { readImportLookups } from "server/catalogue/import/lookups.ts";
import { draftOfJson } from "server/catalogue/import/reading/product-json.ts";
import type { Sql } from "server/database/sql.ts";
import { z } from "zod";
import { generate, inventBatches } from "../../bench/generator/generate.ts";
import { MAX_INVENTED, MAX_SEED } from "../../bench/generator/invent.ts";
import { type Breadth, MAX_BRANDS, USUAL_BREADTH } from "../../bench/generator/long-tail.ts";
import { type Patterns, patternsOf } from "../../bench/generator/patterns.ts";
import { readArguments, usageOf, wholeNumber } from "./command-line.ts";
import { assertWritable, FileTrouble, writeWhole } from "./files.ts";

export const help = `An invented catalogue, for measuring and trying out

  npm run generate -- --products 10000 [--seed 1] [--brands 2000] [--categories 700] [--out FILE]

The same seed gives the same products; what is there already is left as it is. They are of up to so many brands and
categories. With --out they are written into a file that npm run import reads (.csv or JSON), in the shop's own
categories, and the shop stays as it is. From 20000 products on the catalogue is locked
until all are there: a shop that is open waits, or fails, meanwhile. Exit codes: 0 done, 2 could not run.
`;

export const options = {
  products: { type: "string" },
  seed: { type: "string", default: "1" },
  brands: { type: "string", default: String(USUAL_BREADTH.brands) },
  categories: { type: "string", default: String(USUAL_BREADTH.categories) },
  out: { type: "string" },
} as const;

const folder = join(import.meta.dirname, "../../db/data/catalogue");

export async function generateCommand(sql: Sql, words: readonly string[], say: (text: string) => void): Promise<0 | 2> {
  let asked: ReturnType<typeof read>;
  try {
    asked = read(words);
    if (asked.out !== undefined) await assertWritable(asked.out);
  } catch (error) {
    say(error instanceof FileTrouble ? `${error.message}\n` : usageOf(error, help));
    return 2;
  }
  const began = performance.now();
  const { brands, categories } = asked;
  const breadth = { brands, categories: asked.out === undefined ? categories : 0 };
  const invention = { ...asked, patterns: await demoPatterns(sql, breadth) };
  if (asked.out !== undefined) {
    const format = asked.out.endsWith(".csv") ? "csv" : "json";
    const file = exportProducts(sql, inventBatches(invention), { format, warehouses: ["HN", "DN", "HCM"] });
    await writeWhole(Readable.from(file), asked.out);
    say(`${asked.products} products written\n`);
    return 0;
  }
  const rate = (done: number) => Math.round((done * 1000) / (performance.now() - began));
  let last = began;
  const told = (done: number) => {
    if (performance.now() - last < 2000) return;
    last = performance.now();
    say(`${done} of ${asked.products} products, ${rate(done)} a second\n`);
  };
  const { added, there } = await generate(sql, invention, new Date(), told);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${added} products added, ${there} were there, ${seconds} s, ${rate(added + there)} a second\n`);
  return 0;
}

type Options = Breadth & { products: number; seed: number; out: string | undefined };

function read(words: readonly string[]): Options {
  const { values } = readArguments(words, options);
  return {
    products: wholeNumber("--products", values.products, 1, MAX_INVENTED),
    seed: wholeNumber("--seed", values.seed, 1, MAX_SEED),
    brands: wholeNumber("--brands", values.brands, 0, MAX_BRANDS),
    categories: wholeNumber("--categories", values.categories, 0, USUAL_BREADTH.categories),
    out: values.out,
  };
}

/** The demo products as the import reads them, and a tail as long as `breadth` says. */
export async function demoPatterns(sql: Sql, breadth: Breadth = { brands: 0, categories: 0 }): Promise<Patterns> {
  const lookups = await readImportLookups(sql, ["HN", "DN", "HCM"]);
  const defaults = { brand: "", vat_rate: 8, warehouse: "", now: new Date(0) };
  const models = globSync("products-*.json", { cwd: folder })
    .sort()
    .flatMap((file) => z.array(z.unknown()).parse(load(file)))
    .flatMap((product) => {
      const completed = complete(draftOfJson(product, 0), undefined, lookups, defaults);
      return "product" in completed ? [completed.product] : [];
    });
  const categories = z.array(z.object({ slug: z.string(), filters: z.array(z.string()).default([]) }));
  const attributes = z.array(z.object({ code: z.string(), type: z.string(), unit: z.string() }));
  return patternsOf(
    models,
    categories.parse(load("categories.json")),
    attributes.parse(load("attributes.json")),
    breadth,
  );
}

function load(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}
