/**
 * The shop's own statements (a product page's, a list's, a cart's) by `pg` as the shop uses it, by `pg` alone and by
 * `postgres`, which pipelines, on one database in turn. decisions/0296
 */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { preparing } from "server/database/prepared.ts";
import { measuredProduct } from "../addresses.ts";
import type { Statement } from "../baseline.ts";
import { median } from "../compare.ts";
import { withShops } from "../environment.ts";
import { statementsOf } from "../json.ts";
import { formatInteger, formatRange, printLine, printRow } from "../table.ts";

const CONNECTIONS = 8;
const CALLERS = 32;
const WARM_UP_MS = 1_500;

/** Options that the types do not name. */
const unpipelined = { max: CONNECTIONS, max_pipeline: 1 };
const pipelined = { pipeline: true };

type Driver = { name: string; run(statement: Statement, name: string): Promise<unknown>; end(): Promise<unknown> };

const drivers: ((url: string) => Driver)[] = [
  (url) => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    const types: pg.CustomTypesConfig = { getTypeParser: pg.types.getTypeParser };
    const db = new Kysely({ dialect: new PostgresDialect({ pool: preparing(pool, types) }) });
    const run = ({ text, values }: Statement) =>
      db.executeQuery({
        sql: text,
        parameters: values,
        query: { kind: "RawNode", sqlFragments: [], parameters: [] },
        queryId: { queryId: "" },
      });
    return { name: "the shop's", run, end: () => db.destroy() };
  },
  (url) => {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    const run = ({ text, values }: Statement, name: string) => pool.query({ name, text, values: [...values] });
    return { name: "pg", run, end: () => pool.end() };
  },
  (url) => {
    const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url, ...pipelined }));
    const open = Promise.all(clients.map((client) => client.connect()));
    let next = 0;
    const run = async ({ text, values }: Statement, name: string) => {
      await open;
      return clients[next++ % CONNECTIONS]?.query({ name, text, values: [...values] });
    };
    return { name: "pg pipelined", run, end: () => Promise.all(clients.map((client) => client.end())) };
  },
  (url) => {
    const db = postgres({ ...placeOf(url), max: CONNECTIONS });
    return { name: "postgres", run: fromPostgres(db), end: () => db.end() };
  },
  (url) => {
    const db = postgres({ ...placeOf(url), ...unpipelined });
    return { name: "no pipeline", run: fromPostgres(db), end: () => db.end() };
  },
];

/** `pg` takes a socket's folder from the query of a URL, `postgres` does not. */
function placeOf(url: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  const place = { host, port: Number(searchParams.get("port") ?? (port || 5432)), database: pathname.slice(1) };
  return { ...place, username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

function fromPostgres(db: postgres.Sql): Driver["run"] {
  return async ({ text, values }) => db.unsafe(text, values.map(asParameter), { prepare: true });
}

/** Lists and times as the driver takes them; it asks the server for the types. */
function asParameter(value: unknown): postgres.ParameterOrJSON<never> {
  return value as postgres.ParameterOrJSON<never>;
}

export async function benchDrivers(products: number, runs: number, seconds: number): Promise<void> {
  await withShops(products, [], async (environment) => {
    const { category, slug, product_id } = await measuredProduct(environment.sql);
    const works = [
      { name: "product", call: "catalogue.productBySlug", input: { slug } },
      { name: "list of 24", call: "catalogue.products", input: { category } },
      {
        name: "cart",
        call: "cart.get",
        input: {},
        before: { call: "cart.addItem", input: { product_id, quantity: 1 } },
      },
    ];
    printLine(
      "Statements of a call, per CPU-second of Node and per second: median of interleaved runs (least to most)",
    );
    for (const work of works) {
      const statements = await statementsOf(environment, work);
      const opened = drivers.map((open) => open(environment.url));
      const figures = opened.map((): { cpu: number[]; wall: number[] } => ({ cpu: [], wall: [] }));
      for (const driver of opened) await load(driver, statements, WARM_UP_MS);
      for (let run = 0; run < runs; run++) {
        for (const [at, driver] of opened.entries()) {
          const { cpu, wall } = await load(driver, statements, seconds * 1000);
          figures[at]?.cpu.push(cpu);
          figures[at]?.wall.push(wall);
        }
      }
      printRow(`${work.name} (${statements.length} statements)`, ...opened.map(({ name }) => name));
      printRow("  per CPU-second", ...figures.map(({ cpu }) => formatInteger(median(cpu))));
      printRow("", ...figures.map(({ cpu }) => formatRange(cpu)));
      printRow("  per second", ...figures.map(({ wall }) => formatInteger(median(wall))));
      printRow("", ...figures.map(({ wall }) => formatRange(wall)));
      for (const driver of opened) await driver.end();
    }
  });
}

/** All callers run the statements of a call one after the other, as the call does, again and again. */
async function load(driver: Driver, statements: readonly Statement[], ms: number) {
  const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
  const until = began + ms;
  let done = 0;
  const caller = async () => {
    while (performance.now() < until) {
      for (const [at, statement] of statements.entries()) await driver.run(statement, `bench_${at}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpu: done / ((user + system) / 1e6), wall: done / ((performance.now() - began) / 1000) };
}
