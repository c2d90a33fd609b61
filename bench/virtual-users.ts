/**
 * The virtual users of the load test, in a process of their own. Each reads pages and now and then adds one of the products of
 * the sale to a cart and places the order. It acts after random pauses, however fast the shop responds.
 */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { LoadPlan, LoadReport } from "./load-test.ts";

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const until = performance.now() + plan.minutes * 60_000;
/** Idle connections are closed here long before the shop closes them: a connection closed while a late virtual user writes to it would count as a failure of the shop. */
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 30_000 });
/** How many of a hundred actions add to the cart. */
const ADD_PERCENT = 12;

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type Shopper = { shop: string; session: string | null; in_cart: boolean };

const report = { actions: 0, placed: 0, refused: 0, unanswered: 0, failed: 0 };
const errorCounts = new Map<string, number>();
const durationsMs = { cached: [] as number[], write: [] as number[] };
const delaysMs: number[] = [];

await Promise.all(Array.from({ length: plan.shoppers }, (_each, number) => runVirtualUser(number)));
agent.destroy();
const finalReport: LoadReport = {
  ...report,
  errors: [...errorCounts].map(([text, times]) => `${times} × ${text}`).slice(0, 10),
  cached_p50_ms: quantile(durationsMs.cached, 0.5),
  cached_p99_ms: quantile(durationsMs.cached, 0.99),
  write_p99_ms: quantile(durationsMs.write, 0.99),
  late_p99_ms: quantile(delaysMs, 0.99),
};
process.stdout.write(JSON.stringify(finalReport));

async function runVirtualUser(number: number): Promise<void> {
  const shopper: Shopper = { shop: plan.shops[number % plan.shops.length] ?? "", session: null, in_cart: false };
  for (let wait = Math.random() * plan.think_seconds; ; wait = -Math.log(1 - Math.random()) * plan.think_seconds) {
    const due = performance.now() + wait * 1000;
    if (due > until) return;
    await pause(wait * 1000);
    delaysMs.push(performance.now() - due);
    report.actions += 1;
    await act(shopper).catch((error: Error) => countFailure(error.message));
  }
}

async function act(shopper: Shopper): Promise<void> {
  if (shopper.in_cart) return place(shopper);
  if (Math.random() * 100 < ADD_PERCENT) return add(shopper);
  const began = performance.now();
  const { status } = await ask(shopper, "GET", pick(plan.pages), { "accept-encoding": "br" });
  durationsMs.cached.push(performance.now() - began);
  if (status !== 200) countFailure(`a page answers ${status}`);
}

async function add(shopper: Shopper): Promise<void> {
  const answer = await write(shopper, "/v1/client/add-to-cart", { product_id: pick(plan.product_ids), quantity: 1 });
  if (answer.status === 200) {
    shopper.session ??= /session_id=([\w-]+)/.exec(String(answer.headers["set-cookie"]))?.[1] ?? null;
    shopper.in_cart = true;
  } else countRefusal(answer, "add to cart");
}

/** A product sold out meanwhile is reported, and the virtual user starts again. */
async function place(shopper: Shopper): Promise<void> {
  report.unanswered += 1;
  const answer = await write(shopper, "/v1/shop/order", {
    full_name: "Tạ Mai Lan",
    phone: "0590000011",
    address: { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" },
    shipping_method: "GHN",
    payment_method: "cod",
  });
  report.unanswered -= 1;
  if (answer.status === 200) report.placed += 1;
  else countRefusal(answer, "placement");
  shopper.in_cart = false;
  shopper.session = null;
}

/** Counts a product that is sold out as refused, and any other error as a failure. */
function countRefusal({ status, text }: Answer, what: string): void {
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  if (code === "out_of_stock" || code === "above_maximum" || code === "cart_empty") report.refused += 1;
  else countFailure(`${what} answers ${status} ${code ?? text.slice(0, 100)}`);
}

async function write(shopper: Shopper, path: string, body: unknown): Promise<Answer> {
  const began = performance.now();
  const answer = await ask(shopper, "POST", path, { "content-type": "application/json" }, JSON.stringify(body));
  durationsMs.write.push(performance.now() - began);
  return answer;
}

type Method = "GET" | "POST";

function ask({ shop, session }: Shopper, method: Method, path: string, own: Record<string, string>, body?: string) {
  const headers = { ...own, ...(session && { cookie: `session_id=${session}` }) };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(shop + path, { method, agent, headers }, async (answer) => {
      let text = "";
      // Pages are not decoded: that would cost the load CPU time.
      if (method === "GET") for await (const _part of answer);
      else for await (const part of answer.setEncoding("utf8")) text += part;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.setTimeout(30_000, () => sent.destroy(new Error("no answer within 30 s")));
    sent.on("error", reject);
    sent.end(body);
  });
}

function countFailure(message: string): void {
  report.failed += 1;
  errorCounts.set(message, (errorCounts.get(message) ?? 0) + 1);
}

function pick<T>(list: readonly T[]): T {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}
