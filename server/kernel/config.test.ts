import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { providers } from "../payments/providers/index.ts";
import { environment, loadConfig } from "./config.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-config-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env });

test("an empty environment gives a shop on localhost:3000 with its simulators", () => {
  const config = load({});
  expect(config).toMatchObject({
    port: 3000,
    public_url: "http://localhost:3000",
    database_url: undefined,
    trust_proxy: false,
    maintenance: false,
    dev_simulators: true,
  });
});

test("all wrong variables are listed at once", () => {
  const wrong = {
    PORT: "http",
    PUBLIC_URL: "shop.example",
    DATABASE_URL: "mysql://a/b",
    MAINTENANCE: "maybe",
    SIGNING_KEY: "short",
  };
  const names = new RegExp(
    Object.keys(wrong)
      .map((name) => `(?=[^]*\\b${name}: \\S)`)
      .join(""),
  );
  expect(() => load(wrong)).toThrow(names);
});

test("an empty variable counts as not set", () => {
  expect(load({ PORT: "", DATABASE_URL: " ", PUBLIC_URL: "" })).toMatchObject({ port: 3000, database_url: undefined });
});

test("PUBLIC_URL is reduced to its origin", () => {
  expect(load({ PUBLIC_URL: "https://shop.example/" }).public_url).toBe("https://shop.example");
  expect(() => load({ PUBLIC_URL: "https://shop.example/vi" })).toThrow("PUBLIC_URL: must have no path");
  expect(() => load({ PUBLIC_URL: "ftp://shop.example" })).toThrow("PUBLIC_URL: must be an http or https address");
});

test("production switches the simulated bank off unless it is asked for by name", () => {
  expect(load({ NODE_ENV: "production" }).dev_simulators).toBe(false);
  expect(load({ NODE_ENV: "production", DEV_SIMULATORS: "on" }).dev_simulators).toBe(true);
});

test("secrets are made once, survive a restart, and only their owner may read them", () => {
  const first = load({});
  const again = load({});
  expect(again.signing_key).toBe(first.signing_key);
  expect(
    new Set([first.signing_key, first.sepay_api_key, first.sepay_hmac_secret, first.default_store_token]).size,
  ).toBe(4);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("a secret that a later version adds does not change the older ones", () => {
  const older = { DATA_KEY: "the data key of the first start" };
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(older));
  const [first, again] = [load({}), load({})];
  expect(first.data_key).toBe(older.DATA_KEY);
  expect(again).toEqual(first);
  expect(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"))).toEqual(older);
});

test("processes that start for the first time together all have the same secrets", async () => {
  const folders = Array.from({ length: 20 }, (_each, nth) => join(dataDir, String(nth)));
  const started = new Int32Array(new SharedArrayBuffer(4));
  const processes = Array.from(
    { length: 4 },
    () => new Worker(asAProcess, { eval: true, workerData: { folders, started } }),
  );
  const keys = await Promise.all(processes.map(async (each) => (await once(each, "message"))[0] as string[]));
  for (const nth of folders.keys()) expect(new Set(keys.map((each) => each[nth]))).toHaveLength(1);
});

/** Reads the configuration of one folder after the other, each at the same moment as its like. */
const asAProcess = `
  const { parentPort, workerData: { folders, started } } = require("node:worker_threads");
  import(${JSON.stringify(join(import.meta.dirname, "config.ts"))}).then(({ loadConfig }) => {
    parentPort.postMessage(folders.map((DATA_DIR, nth) => {
      Atomics.add(started, 0, 1);
      while (Atomics.load(started, 0) < 4 * (nth + 1));
      return loadConfig({ DATA_DIR }).data_key;
    }));
  });`;

test("a secret from the environment is used and never written to disk", () => {
  const given = "given-by-the-operator";
  expect(load({ SIGNING_KEY: given }).signing_key).toBe(given);
  expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).not.toContain(given);
});

test("a damaged file of secrets stops the start", () => {
  writeFileSync(join(dataDir, "secrets.json"), '{"SIGNING_KEY": "cut sho');
  expect(() => load({})).toThrow("secrets.json is damaged");
});

test("docs/operations.md describes exactly the variables that exist, in the schema's words", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const rows = [...manual.matchAll(/^\| `([A-Z0-9_]+)` *\|[^|]*\| (.*?) *\|$/gm)].map(([, name, text]) => [name, text]);
  const variables = [
    ...Object.entries(environment.shape).map(([name, schema]) => [name, schema.description]),
    ...providers.flatMap(({ variables = {}, own_variables = {} }) => [
      ...Object.entries(variables).map(([name, { about }]) => [name, about]),
      ...Object.entries(own_variables),
    ]),
  ];
  expect(rows).toEqual(variables);
});

test("a wrong number is reported as typed, with its range", () => {
  for (const port of ["abc", "0", "70000", "80.5"]) {
    expect(() => load({ PORT: port })).toThrow(`PORT: "${port}" is no whole number from 1 to 65535`);
  }
  expect(() => load({ DRAIN_SECONDS: "long" })).toThrow('DRAIN_SECONDS: "long" is no whole number from 0 to 5');
});
