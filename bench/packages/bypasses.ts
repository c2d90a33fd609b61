/**
 * What each bypass gains: the shop with all of them beside one without it, all in this process and in turn, a few requests each, so
 * that what else the machine does falls on all alike. Less than 15 % is not worth reaching into a package. decisions/0334
 */
import type { FastifyInstance } from "fastify";
import { allBypasses, type Bypasses, bypassNames } from "server/bypass/bypasses.ts";
import { openDatabase } from "server/database/sql.ts";
import { buildApp } from "server/http/app.ts";
import { mountSite } from "server/http/site.ts";
import { shopHandlers } from "server/shop.ts";
import { fullPages, measuredProduct, slugsOf } from "../addresses.ts";
import { median } from "../compare.ts";
import { processTreeCpuSeconds } from "../cpu.ts";
import { type Environment, withShops } from "../environment.ts";
import { observeStatements } from "../statements.ts";
import { printLine, printRow } from "../table.ts";

/** A visitor with a flash message gets an uncached page. */
const ownPage = { "accept-encoding": "br", cookie: "flash=x" };
const REQUESTS = 12;
const ROUNDS = 10;
const WARM_UP_ROUNDS = 8;

type Side = { app: FastifyInstance; close(): Promise<void> };

async function openSide(environment: Environment, bypasses: Bypasses): Promise<Side> {
  const { base, close } = observeStatements(environment);
  const database = openDatabase(environment.url, { max: 4, bypasses });
  const own = { ...base, sql: database.sql, config: { ...base.config, bypasses } };
  const app = await buildApp({ base: own, handlers: shopHandlers });
  const { listener } = await mountSite(app, { base: own, handlers: shopHandlers, url: environment.url });
  const closing = async () => {
    await app.close();
    await listener.close();
    await database.close();
    await close();
  };
  return { app, close: closing };
}

/** Milliseconds of CPU time. */
type Cost = { node: number; postgres: number };

async function costOf({ postmaster }: Environment, work: () => Promise<void>): Promise<Cost> {
  const postgresBefore = processTreeCpuSeconds(postmaster);
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { node: (user + system) / 1000, postgres: 1000 * (processTreeCpuSeconds(postmaster) - postgresBefore) };
}

function sumOf(costs: readonly (Cost | undefined)[]): Cost {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + (cost ? of(cost) : 0), 0);
  return { node: sum(({ node }) => node), postgres: sum(({ postgres }) => postgres) };
}

/** Of each run the costs of all sides, the one with all bypasses first. */
function printCosts(name: string, runs: readonly Cost[][], of: (cost: Cost) => number): void {
  const figures = runs.map((costs) => costs.map(of));
  const base = figures.map(([first = 0]) => first / REQUESTS / ROUNDS);
  const times = bypassNames.map((_, index) => figures.map(([first = 0, ...others]) => (others[index] ?? 0) / first));
  const range = (values: number[]) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
  printRow(name, ...[base, ...times].map((values) => median(values).toFixed(2)));
  printRow("", ...[base, ...times].map(range));
}

export async function benchBypasses(products: number, runs: number): Promise<void> {
  await withShops(products, [], async (environment) => {
    const { category } = await measuredProduct(environment.sql);
    const slugs = await slugsOf(environment.sql, category, 200);
    const pages = await fullPages(environment.sql, 12);
    const works = [
      ["call: product", slugs.map((slug) => `/v1/client/product-detail-by-slug/${slug}`), {}],
      [
        "call: list of 24",
        pages.map(({ category, page }) => `/v1/client/products?category=${category}&page=${page}`),
        {},
      ],
      ["page: list of 24", pages.map(({ category, page }) => `/san-pham/${category}?page=${page}`), ownPage],
      ["page: product", slugs.map((slug) => `/san-pham/${category}/${slug}`), ownPage],
    ] as const;
    const all = await openSide(environment, allBypasses);
    const without: Side[] = [];
    for (const name of bypassNames)
      without.push(await openSide(environment, new Set(bypassNames.filter((other) => other !== name))));
    printLine("CPU time of a request without a bypass, times that with all: median of the runs (least to most)");
    printRow("", "ms with all", ...bypassNames);
    const sides = [all, ...without];
    for (const [name, paths, headers] of works) {
      let at = 0;
      const requests = async ({ app }: Side) => {
        for (let count = 0; count < REQUESTS; count++) {
          const { statusCode } = await app.inject({ url: paths[at++ % paths.length] ?? "/", headers });
          if (statusCode !== 200) throw new Error(`${name} was answered ${statusCode}`);
        }
      };
      for (let count = 0; count < WARM_UP_ROUNDS; count++) for (const side of sides) await requests(side);
      const costs: Cost[][] = [];
      for (let run = 0; run < runs; run++) {
        const rounds: Cost[][] = [];
        for (let count = 0; count < ROUNDS; count++) {
          const round: Cost[] = [];
          for (const side of sides) round.push(await costOf(environment, () => requests(side)));
          rounds.push(round);
        }
        costs.push(sides.map((_, side) => sumOf(rounds.map((round) => round[side]))));
      }
      printCosts(`${name}, Node`, costs, ({ node }) => node);
      printCosts(`${name}, and PostgreSQL`, costs, ({ node, postgres }) => node + postgres);
    }
    for (const side of [all, ...without]) await side.close();
  });
}
