import fc from "fast-check";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, openapi } from "../api/openapi.ts";
import { buildApp } from "../http/app.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { calls } from "../testing/test-requests.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
let app: FastifyInstance;

beforeAll(async () => {
  shop = await testShop({ max: 10 });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const hostile = [
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "9007199254740993",
  "1.5",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  "' or 1=1 --",
  "%00",
  "\u0000",
  "\ud800",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "a".repeat(3000),
  "ồ\u0302\u0301",
  "🧧",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "99999999999999999999",
  "2026-13-45",
  "+84",
  "=cmd|' /C calc'!A0",
];
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { $gt: "" }, { valueOf: "1" }, [1, "a"], 1e308, -0.5),
);

/** Where tables, columns and languages end: each is put at each place of each call, one at a time. */
const edges: readonly unknown[] = [
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_992,
  "2147483648",
  "constructor",
  "toString",
  { constructor: "asc" },
  { toString: "asc" },
  JSON.parse('{"__proto__":"asc"}'),
  "\u0000",
];

type Json = { [name: string]: unknown };

/** The example with one of its values, however deep, put in place of each in turn. */
function* bent(example: unknown, edge: unknown): Generator<unknown> {
  yield edge;
  if (typeof example !== "object" || example === null) return;
  for (const [name, value] of Object.entries(example)) {
    for (const other of bent(value, edge)) {
      yield Array.isArray(example) ? example.with(Number(name), other) : { ...(example as Json), [name]: other };
    }
  }
}

/** As it stands in a query: `sort[toString]=asc`. */
function inQuery(name: string, value: unknown): string {
  if (typeof value !== "object" || value === null) return `${name}=${encodeURIComponent(String(value))}`;
  return Object.entries(value)
    .map(([key, each]) => `${name}[${key}]=${encodeURIComponent(String(each))}`)
    .join("&");
}

/** Every edge at every place of a call, everything else as in its example. */
function* edgeShots(path: string, method: string, operation: Operation): Generator<InjectOptions> {
  const { parameters } = operation;
  const body = operation.requestBody?.content["application/json"];
  const names = body ? Object.keys((body.schema as { properties: object }).properties) : [];
  const example = (body?.example ?? {}) as Json;
  const usual = ({ schema }: (typeof parameters)[number]) => String(schema.example ?? "x");
  const bentRequest = (bend: string, edge: unknown, payload: unknown): InjectOptions => {
    let url = path;
    const query: string[] = [];
    for (const parameter of parameters) {
      const { name, in: where } = parameter;
      const text = typeof edge === "object" ? JSON.stringify(edge) : String(edge);
      if (where === "path") url = url.replace(`{${name}}`, encodeURIComponent(name === bend ? text : usual(parameter)));
      else if (where === "query" && name === bend) query.push(inQuery(name, edge));
    }
    const sent = method === "get" || method === "delete" ? undefined : JSON.stringify(payload);
    const headers = { "content-type": "application/json" };
    return {
      method: method.toUpperCase() as "GET",
      url: `${url}?${query.join("&")}`,
      headers,
      ...(sent !== undefined && { payload: sent }),
    };
  };
  for (const edge of edges) {
    for (const { name } of parameters) yield bentRequest(name, edge, example);
    if (method === "get" || method === "delete") continue;
    for (const payload of bent(example, edge)) yield bentRequest("", edge, payload);
    for (const name of names) if (!(name in example)) yield bentRequest("", edge, { ...example, [name]: edge });
  }
}

/** Bodies that are no JSON, or not the length they claim, of every call that takes one. */
const wrongBodies: readonly [type: string | undefined, body: string][] = [
  ["application/json", "{"],
  ["application/json", "\ud800"],
  ["application/json", "[]"],
  ["application/json", "7"],
  ["application/json", `${"[".repeat(5000)}${"]".repeat(5000)}`],
  ["application/json; charset=utf-16", "{}"],
  ["text/plain", "{}"],
  ["application/x-www-form-urlencoded", "a=b"],
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ["multipart/form-data", "--x"],
  [undefined, "{}"],
  ["", ""],
];

function shot(path: string, method: string, operation: Operation): fc.Arbitrary<InjectOptions> {
  const body = operation.requestBody?.content["application/json"];
  const names = body ? Object.keys((body.schema as { properties: object }).properties) : [];
  return fc
    .record({
      parameters: fc.tuple(...operation.parameters.map(() => fc.option(value))),
      body: fc.dictionary(fc.constantFrom(...names, "__proto__x", "price", "total"), value, { maxKeys: 6 }),
      keep: fc.boolean(),
    })
    .map(({ parameters, body: fields, keep }) => {
      const query = new URLSearchParams();
      const headers: Record<string, string> = { "content-type": "application/json" };
      let url = path;
      operation.parameters.forEach(({ name, in: where, schema }, at) => {
        const given = parameters[at];
        const text = typeof given === "string" ? given : (JSON.stringify(given) ?? "");
        const usual = String(schema.example ?? "x");
        if (where === "path")
          url = url.replace(`{${name}}`, encodeURIComponent((keep ? usual : text).toWellFormed()) || "x");
        else if (where === "query" && given !== null) query.set(name, text.toWellFormed());
        else if (where === "header" && given !== null && /^[\x21-\x7e]{1,200}$/.test(text))
          headers[name.toLowerCase()] = text;
      });
      const example = keep ? (body?.example as object | undefined) : {};
      const payload = method === "get" || method === "delete" ? undefined : JSON.stringify({ ...example, ...fields });
      return {
        method: method.toUpperCase() as "GET",
        url: `${url}?${query}`,
        headers,
        ...(payload !== undefined && { payload }),
      };
    });
}

/** No 5xx, a shape of ours, a text, and nothing from inside. */
async function answersWell(request: InjectOptions, as: Record<string, string> = {}, of?: Operation): Promise<void> {
  const answer = await app.inject({ ...request, headers: { ...request.headers, ...as } });
  // Another service that is not there is said to be so, in the call's own words.
  const isAway = answer.statusCode === 503 && String(answer.json().code).endsWith("_unavailable");
  const about = () => `${JSON.stringify(request)} → ${answer.body.slice(0, 300)}`;
  if (!isAway && answer.statusCode >= 500) expect.unreachable(about());
  if (of && !(answer.statusCode in of.responses)) expect.unreachable(`not described: ${about()}`);
  if (answer.statusCode < 400) return;
  const failure = answer.json() as { code: string; message: string; request_id: string };
  const isTold = failure.message.length > 0 && Boolean(failure.request_id);
  if (!isTold || /at .*\.ts:\d+|select |insert into|violates/i.test(answer.body)) expect.unreachable(about());
}

describe("random input never gives a 5xx", () => {
  const document = openapi(shopHandlers, { version: "1.0.3", name: "Shop", settings });
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!shopHandlers.has(operation.operationId)) continue; // files and messengers have tests of their own
      it(`${method.toUpperCase()} ${path}`, async () => {
        await fc.assert(
          fc.asyncProperty(shot(path, method, operation), (request) => answersWell(request, {}, operation)),
          { numRuns: 40 },
        );
        // A call for members refuses a stranger before it reads a word.
        const lan = { authorization: `Bearer ${await shop.token("lan")}` };
        for (const request of edgeShots(path, method, operation)) await answersWell(request, lan);
        if (method === "get" || method === "delete") return;
        for (const [type, payload] of wrongBodies) {
          const headers = type === undefined ? {} : { "content-type": type };
          await answersWell({ method: method.toUpperCase() as "POST", url: path, headers, payload });
        }
      });
    }
  }
});

describe("a caller without a session at a customer's call", () => {
  it("the answer is 401 whatever is sent, without naming fields", async () => {
    for (const { name, call } of calls.filter(({ call: { who } }) => who !== "anyone")) {
      const [method = "GET", path = ""] = call.route.split(" ");
      const url = path.replaceAll(/\{\w+\}/g, "x");
      const payload = method === "GET" || method === "DELETE" ? undefined : { nonsense: [] };
      const answer = await app.inject({
        method: method as "GET",
        url: `${url}?page=x&limit=x`,
        ...(payload && { payload }),
      });
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 401, "unauthenticated"]);
    }
  });
});
