/** Measures calls of apps, beside a bare server with the same bytes and bare `pg` with the same statements. */
import { handle } from "server/calls/handle.ts";
import { requestContext } from "server/http/request-context.ts";
import { shopHandlers } from "server/shop.ts";
import { fullPages, measuredProduct, slugsOf } from "./addresses.ts";
import { baselineOf, type Statement, sqlBaseline } from "./baseline.ts";
import type { Environment, Shop } from "./environment.ts";
import { measure } from "./measure.ts";
import { observeStatements } from "./statements.ts";
import { formatInteger, printLine, printRow, reportFailures } from "./table.ts";

const SEARCH_TEXT = "máy lọc nước";
const DISTINCT_PRODUCTS = 500;

export async function benchJson(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  const { slug, category } = await measuredProduct(environment.sql);
  const product = (slug: string) => `/v1/client/product-detail-by-slug/${slug}`;
  const list = `/v1/client/products?category=${category}`;
  const search = `/v1/client/products?name=${encodeURIComponent(SEARCH_TEXT)}`;
  const slugs = (await slugsOf(environment.sql, category, DISTINCT_PRODUCTS)).map(product);
  const full = await fullPages(environment.sql, 12);
  const lists = full.map(({ category, page }) => `/v1/client/products?category=${category}&page=${page}`);
  const searches = full.map(({ name, page }) => `/v1/client/products?name=${encodeURIComponent(name)}&page=${page}`);
  const calls = [
    ["product", "catalogue.productBySlug", { slug }, product(slug), slugs],
    ["list of 24", "catalogue.products", { category }, list, lists],
    ["search", "catalogue.products", { name: SEARCH_TEXT }, search, searches],
  ] as const;
  printLine("JSON: requests per CPU-second of Node; alone: many URLs in turn, none requested twice at once");
  printRow("", "bytes", "baseline", "bare SQL", "alone", "shop", "statements");
  for (const [name, call, input, path, paths] of calls) {
    const load = { url: shop.url, paths: [path], seconds, clients: 8, warm_up: 4_000 };
    const { rate: baseline, bytes } = await baselineOf(load);
    const statements = await statementsOf(environment, { call, input });
    const bare = await sqlBaseline(environment.url, statements, seconds);
    const alone = await measure({ ...load, paths, clients: 32 }, shop.pid);
    const rate = await measure(load, shop.pid);
    const rates = [baseline.per_cpu_second, bare, alone.per_cpu_second, rate.per_cpu_second];
    printRow(name, formatInteger(bytes), ...rates.map(formatInteger), statements.length);
    reportFailures(name, alone.failed + rate.failed);
  }
}

export type MeasuredCall = { call: string; input: unknown; before?: { call: string; input: unknown } };

/** The statements of a call once the small lists are memoised, without those of `before`, a call of the same visitor. */
export async function statementsOf(
  environment: Environment,
  { call, input, before }: MeasuredCall,
): Promise<Statement[]> {
  const { sent, base, close } = observeStatements(environment);
  const origin = { locale: "vi", client: "bench", request_id: "bench" } as const;
  const first = requestContext(base, { ...origin, token: undefined });
  if (before) await handle(shopHandlers, before.call, first.ctx, before.input);
  const token = first.newToken() ?? undefined;
  const runCall = () => handle(shopHandlers, call, requestContext(base, { ...origin, token }).ctx, input);
  await runCall();
  sent.length = 0;
  await runCall();
  await close();
  return sent;
}
