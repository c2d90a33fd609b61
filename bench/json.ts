/** The calls apps make, beside a bare server with the same bytes and bare `pg` with the same statements. */
import { handle } from "server/calls/handle.ts";
import { requestContext } from "server/http/request-context.ts";
import { shopHandlers } from "server/shop.ts";
import { fullPages, goalOf, slugsOf } from "./addresses.ts";
import { baselineOf, type Statement, sqlBaseline } from "./baseline.ts";
import type { Environment, Shop } from "./environment.ts";
import { measure } from "./measure.ts";
import { shopSeen } from "./statements.ts";
import { formatInteger, printLine, printRow, reportFailures } from "./table.ts";

const searched = "máy lọc nước";
const distinct = 500;

export async function benchJson(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  const { slug, category } = await goalOf(environment.sql);
  const product = (slug: string) => `/v1/client/product-detail-by-slug/${slug}`;
  const list = `/v1/client/products?category=${category}`;
  const search = `/v1/client/products?name=${encodeURIComponent(searched)}`;
  const slugs = (await slugsOf(environment.sql, category, distinct)).map(product);
  const full = await fullPages(environment.sql, 12);
  const lists = full.map(({ category, page }) => `/v1/client/products?category=${category}&page=${page}`);
  const searches = full.map(({ name, page }) => `/v1/client/products?name=${encodeURIComponent(name)}&page=${page}`);
  const calls = [
    ["product", "catalogue.productBySlug", { slug }, product(slug), slugs],
    ["list of 24", "catalogue.products", { category }, list, lists],
    ["search", "catalogue.products", { name: searched }, search, searches],
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

export type Wanted = { call: string; input: unknown; before?: { call: string; input: unknown } };

/** The statements of the call once the small lists are memoised; `before`, by the same visitor, is not among them. */
export async function statementsOf(environment: Environment, { call, input, before }: Wanted): Promise<Statement[]> {
  const { sent, base, close } = shopSeen(environment);
  const visit = { locale: "vi", client: "bench", request_id: "bench" } as const;
  const first = requestContext(base, { ...visit, token: undefined });
  if (before) await handle(shopHandlers, before.call, first.ctx, before.input);
  const token = first.newToken() ?? undefined;
  const ask = () => handle(shopHandlers, call, requestContext(base, { ...visit, token }).ctx, input);
  await ask();
  sent.length = 0;
  await ask();
  await close();
  return sent;
}
