/**
 * Load test of a flash sale: 2,000 virtual users, each acting every five seconds on average, browse, add and place
 * on two processes while 50 units of each of 20 products are sold. It prints failed responses, what was oversold
 * (from the database), how long cached pages took, and whether memory grew.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { measuredProduct, pagesOf } from "./addresses.ts";
import { residentBytes } from "./cpu.ts";
import { type Environment, withShops } from "./environment.ts";
import { formatInteger, printLine, printRow } from "./table.ts";

const SALE_PRODUCTS = 20;
const UNITS_EACH = 50;
const VIRTUAL_USERS = 2_000;
const THINK_SECONDS = 5;
/** The share of the run after which compilers and caches have settled; only growth after it is reported. */
const SETTLED_SHARE = 0.4;

export type LoadPlan = {
  shops: string[];
  pages: string[];
  product_ids: number[];
  shoppers: number;
  think_seconds: number;
  minutes: number;
};
export type LoadReport = {
  actions: number;
  placed: number;
  refused: number;
  /** Placements without a response. */
  unanswered: number;
  failed: number;
  errors: string[];
  cached_p50_ms: number;
  cached_p99_ms: number;
  write_p99_ms: number;
  /** How late the virtual users acted: above a few milliseconds the machine was too small for them and the shop. */
  late_p99_ms: number;
};

export function benchLoadTest(minutes: number): Promise<void> {
  return withShops(10_000, [{}, {}], async (environment, shops) => {
    const product_ids = await stockForSale(environment);
    const pages = pagesOf(await measuredProduct(environment.sql)).map(([, path]) => path);
    const plan = {
      shops: shops.map(({ url }) => url),
      pages: [...pages, ...(await productPages(environment, product_ids))],
    };
    const samples: number[][] = shops.map(() => []);
    const sampling = setInterval(() => {
      for (const [index, shop] of shops.entries()) samples[index]?.push(residentBytes(shop.pid));
    }, 1_000);
    const report = await runVirtualUsers({
      ...plan,
      product_ids,
      shoppers: VIRTUAL_USERS,
      think_seconds: THINK_SECONDS,
      minutes,
    });
    clearInterval(sampling);
    printReport(report, samples, minutes);
    await reportOversold(environment, product_ids, report);
  });
}

function printReport(report: LoadReport, samples: readonly number[][], minutes: number): void {
  printLine(`Load test: ${formatInteger(VIRTUAL_USERS)} shoppers, ${minutes} minutes, two processes`);
  printRow("actions", formatInteger(report.actions), `${formatInteger(report.actions / minutes / 60)} a second`);
  printRow("orders placed", formatInteger(report.placed));
  printRow("refused as sold out", formatInteger(report.refused));
  printRow("failed responses", formatInteger(report.failed));
  printRow("cached pages, ms", `p50 ${report.cached_p50_ms.toFixed(1)}`, `p99 ${report.cached_p99_ms.toFixed(1)}`);
  printRow("writes, ms", `p99 ${report.write_p99_ms.toFixed(0)}`);
  printRow("delay of the virtual users, ms", `p99 ${report.late_p99_ms.toFixed(0)}`);
  for (const [index, sizes] of samples.entries()) printRow(`memory of process ${index + 1}`, ...memoryOf(sizes));
  for (const error of report.errors) printLine(`  ${error}`);
  if (report.failed > 0) process.exitCode = 1;
}

function memoryOf(sizes: readonly number[]): string[] {
  const mb = (bytes: number) => bytes / 1024 / 1024;
  const later = sizes.slice(Math.floor(sizes.length * SETTLED_SHARE));
  const grows = slope(later) * 60;
  return [`most ${mb(Math.max(...sizes)).toFixed(0)} MB`, `${grows >= 0 ? "+" : ""}${mb(grows).toFixed(1)} MB/min`];
}

/** The slope of the regression line through the samples, per sample. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  let [above, below] = [0, 0];
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

async function runVirtualUsers(plan: LoadPlan): Promise<LoadReport> {
  const child = spawn(process.execPath, [new URL("virtual-users.ts", import.meta.url).pathname, JSON.stringify(plan)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await once(child, "exit");
  return JSON.parse(said) as LoadReport;
}

/** Prepares SALE_PRODUCTS products for cash on delivery with UNITS_EACH units each. */
async function stockForSale({ sql: db }: Environment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from catalogue.variants v join catalogue.products p on p.id = v.product_id
    where v.is_default and p.status = 'active' and p.shipping_class = 'parcel' and v.price < 3000000
      and not exists (select from promotions.flash_sale_items f where f.variant_id = v.id)
    order by v.id offset 10 limit ${SALE_PRODUCTS}`.execute(db);
  const ids = rows.map((row) => row.id);
  await sql`delete from catalogue.stock where variant_id = any(${ids}::int[])`.execute(db);
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand)
    select id, 'HN', ${UNITS_EACH} from unnest(${ids}::int[]) as v (id)`.execute(db);
  return ids;
}

async function productPages({ sql: db }: Environment, variantIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select '/san-pham/' || c.slug || '/' || p.slug as path from catalogue.variants v
    join catalogue.products p on p.id = v.product_id join catalogue.categories c on c.id = p.category_id
    where v.id = any(${variantIds}::int[])`.execute(db);
  return rows.map((row) => row.path);
}

/**
 * Checks that no more units are allocated than exist, and that every confirmed order exists. A placement without a response
 * may have allocated one more.
 */
async function reportOversold({ sql: db }: Environment, ids: readonly number[], report: LoadReport): Promise<void> {
  const { rows } = await sql<{ promised: number; most: number }>`
    select sum(allocated)::int as promised, max(allocated) as most from catalogue.stock
    where variant_id = any(${ids}::int[])`.execute(db);
  const { promised = 0, most = 0 } = rows[0] ?? {};
  const { placed, unanswered } = report;
  printRow(
    "units allocated",
    `${promised} of ${SALE_PRODUCTS * UNITS_EACH}`,
    `${placed} confirmed`,
    `${unanswered} unanswered`,
  );
  const isWrong = most > UNITS_EACH || promised < placed || promised > placed + unanswered;
  printRow("oversold", isWrong ? "YES" : "nothing");
  if (isWrong) process.exitCode = 1;
}
