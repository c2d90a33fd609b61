/**
 * How the cost of a response grows with the catalogue: CPU time of Node and PostgreSQL per uncached response, and its ratio
 * to that of the smallest catalogue. A generated catalogue is stored for the next run.
 */
import { sql } from "kysely";
import type { Sql } from "server/database/sql.ts";
import { cpuSeconds, processTreeCpuSeconds, residentBytes } from "./cpu.ts";
import { type Environment, type Shop, withShop } from "./environment.ts";
import { formatMegabytes, printLine, printRow, reportFailures } from "./table.ts";

/** A visitor with a flash message gets an uncached page. */
const UNCACHED_PAGE = { cookie: "flash=x", "accept-encoding": "br" };
const CONCURRENCY = 4;
const WARM_UP_SECONDS = 3;
const queries = [
  "máy lọc nước",
  "noi com dien 1.8l",
  "quạt",
  "bep tu doi",
  "máy ép chậm",
  "hút bụi cầm tay",
  "RO",
  "nồi",
];
const beginnings = ["ma", "máy l", "noi com", "bếp t", "quat", "loc nuoc"];

type Workload = { name: string; paths: readonly string[] };
type Cost = { node_ms: number; postgres_ms: number; failed: number };

export async function benchScale(sizes: readonly number[], seconds: number): Promise<void> {
  const costs: Map<string, Cost>[] = [];
  const memory: string[] = [];
  for (const size of sizes) {
    await withShop(size, async (environment, shop) => {
      const found = new Map<string, Cost>();
      for (const workload of await workloadsOf(environment.sql, shop))
        found.set(workload.name, await costOf(workload, environment, shop, seconds));
      costs.push(found);
      memory.push(formatMegabytes(residentBytes(shop.pid)));
    });
  }
  printLine("Scale: CPU milliseconds of Node + PostgreSQL per answer, by number of products; × the first");
  printRow("", ...sizes.map((size) => size.toLocaleString("en")));
  for (const name of costs[0]?.keys() ?? [])
    printRow(name, ...costs.map((each) => cell(each.get(name), costs[0]?.get(name))));
  printRow("memory of Node", ...memory);
  for (const found of costs) for (const [name, { failed }] of found) reportFailures(name, failed);
}

function cell(cost: Cost | undefined, first: Cost | undefined): string {
  if (!cost || !first) return "";
  const total = cost.node_ms + cost.postgres_ms;
  return `${cost.node_ms.toFixed(1)}+${cost.postgres_ms.toFixed(1)} ×${(total / (first.node_ms + first.postgres_ms)).toFixed(1)}`;
}

async function workloadsOf(db: Sql, shop: Shop): Promise<Workload[]> {
  const { rows: products } = await sql<{ path: string; category: string }>`
    select '/san-pham/' || c.slug || '/' || p.slug as path, c.slug as category
    from catalogue.products p join catalogue.categories c on c.id = p.category_id
    where p.status = 'active' order by md5(p.id::text) limit 300`.execute(db);
  const categories = [...new Set(products.map((product) => product.category))].slice(0, 30);
  const search = (text: string) => `/v1/client/products?name=${encodeURIComponent(text)}`;
  const deep = Math.min(416, await lastPage(shop)); // 10,000 rows, and then one must filter
  return [
    { name: "product page", paths: products.map((product) => product.path) },
    { name: "list page", paths: categories.map((category) => `/san-pham/${category}`) },
    { name: "first page of all", paths: ["/san-pham"] },
    { name: "page 50, filtered, sorted", paths: ["/san-pham?page=50&price_min=300000&sort=price_asc"] },
    { name: "deepest page", paths: [`/san-pham?page=${deep}`] },
    { name: "text search", paths: queries.map(search) },
    { name: "filtered facets", paths: await filteredLists(shop, categories) },
    { name: "suggestions", paths: beginnings.map((text) => `/v1/client/suggestions?name=${encodeURIComponent(text)}`) },
    { name: "sitemap page", paths: ["/sitemap-products.xml?page=1"] },
  ];
}

type Listed = { meta: { last_page: number }; facets: { code: string; options: { value: string }[] }[] };

async function productList(shop: Shop, query: string): Promise<Listed> {
  return (await (await fetch(`${shop.url}/v1/client/products?${query}`)).json()) as Listed;
}

async function lastPage(shop: Shop): Promise<number> {
  return (await productList(shop, "limit=24")).meta.last_page;
}

/** Lists filtered by two facets of their category, as a shopper narrows a list. */
async function filteredLists(shop: Shop, categories: readonly string[]): Promise<string[]> {
  const flags = new Set(["category", "price", "in_stock", "on_sale", "rating", "brand"]);
  const lists = categories.slice(0, 12).map(async (category) => {
    const { facets } = await productList(shop, `category=${category}`);
    const chosen = facets.filter((facet) => !flags.has(facet.code)).slice(0, 2);
    const query = chosen.map(
      ({ code, options }) => `&properties[${code}]=${encodeURIComponent(options[0]?.value ?? "")}`,
    );
    return `/v1/client/products?category=${category}&in_stock=1${query.join("")}`;
  });
  return Promise.all(lists);
}

/** The cost of a response, while a few concurrent clients request the paths in turn. */
async function costOf({ name, paths }: Workload, environment: Environment, shop: Shop, seconds: number): Promise<Cost> {
  await requestInTurn(shop, paths, WARM_UP_SECONDS);
  const before = [cpuSeconds(shop.pid), processTreeCpuSeconds(environment.postmaster)] as const;
  const { answers, failed } = await requestInTurn(shop, paths, seconds);
  if (failed > 0) printLine(`  ${name}: ${failed} failed`);
  return {
    node_ms: (1000 * (cpuSeconds(shop.pid) - before[0])) / answers,
    postgres_ms: (1000 * (processTreeCpuSeconds(environment.postmaster) - before[1])) / answers,
    failed,
  };
}

async function requestInTurn(
  shop: Shop,
  paths: readonly string[],
  seconds: number,
): Promise<{ answers: number; failed: number }> {
  const until = performance.now() + seconds * 1000;
  let [answers, failed] = [0, 0];
  const client = async () => {
    while (performance.now() < until) {
      const answer = await fetch(shop.url + paths[answers++ % paths.length], { headers: UNCACHED_PAGE });
      await answer.arrayBuffer();
      if (!answer.ok) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return { answers, failed };
}
