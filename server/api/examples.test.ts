/**
 * Every example of the documentation is sent to a shop whose data matches it, and answered as described. `npm run
 * api-examples` records the answers for the documentation.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Call } from "contract/call.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/start.ts";
import { DEMO_PASSWORD } from "../demo-accounts.ts";
import { buildApp } from "../http/app.ts";
import { juicer } from "../orders/test-orders.ts";
import { onlineProviders } from "../payments/providers/test-online.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { startGoogleProvider, type TestGoogle } from "../testing/test-google.ts";
import { calls, exampleRequest } from "../testing/test-requests.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { exampleAnswers, type Operation, openapi } from "./openapi.ts";
import { rowsOf } from "./pages.ts";
import { type Prepared, setups, stock } from "./test-examples.ts";

const writes = process.env.WRITE_EXAMPLES === "1";
const document = openapi(shopHandlers, { version: "1.0.3", name: "Shop", settings });
const operations = new Map(rowsOf(document).map(({ operation }) => [operation.operationId, operation]));
const recorded = exampleAnswers();
const written: Record<string, unknown> = {};

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: "shop", components: document.components });

/** What a schema of the document finds wrong; its pointers lead into the document. */
function integrityViolations(schema: object, value: unknown): unknown[] {
  const placed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"shop#/components/')) as object;
  const validate = ajv.compile(placed);
  return validate(value) ? [] : (validate.errors ?? []);
}

type Content = { content: { "application/json": { schema: object; example?: unknown; examples?: object } } };
const answerOf = (operation: Operation | undefined, status: number): Content => {
  const described = operation?.responses[status] as Content | undefined;
  if (!described) throw new Error(`${operation?.operationId} says nothing of ${status}`);
  return described;
};

let shop: TestShop;
let google: TestGoogle;
let online: Awaited<ReturnType<typeof onlineProviders>>;
let cards: Sandbox;
let app: FastifyInstance;
let leftSession: string;
beforeAll(async () => {
  const public_url = "http://localhost:5271";
  google = await startGoogleProvider({ redirect_uris: [`${public_url}/auth/callback/google`] });
  online = await onlineProviders();
  cards = await startSandbox({ speed: 0, seed: "examples", shop_url: public_url, env: {} });
  const gateway = Object.entries(cards.environment()).filter(([name]) => name.startsWith("MPGS_"));
  const env = { ...online.env, ...Object.fromEntries(gateway) };
  shop = await testShop({ programmes: true, config: { google: google.config, public_url, env } });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  await stock({ shop, google });
  leftSession = await sessionLeft();
});
afterAll(async () => {
  if (writes) writeFileSync(join(import.meta.dirname, "examples.json"), `${JSON.stringify(written, null, 2)}\n`);
  await app.close();
  await google.close();
  await online.close();
  await cards.close();
  await shop.close();
});

const withInput = (call: Call, { input }: Prepared): Call => ({
  ...call,
  example: { input: { ...(call.example.input as object), ...input } },
});

async function callerOf({ who }: Call): Promise<string | undefined> {
  if (who === "anyone") return undefined;
  return who === "customer" ? shop.token("minh") : shop.staffToken("an");
}

async function prepare(name: string, call: Call): Promise<Prepared> {
  const made = (await setups[name]?.({ shop, google })) ?? {};
  const token = made.token ?? (await callerOf(call));
  return { ...made, ...(token && { token }) };
}

/** What no caller is answered yet. */
const refusedForNow: Readonly<Record<string, number>> = { "identity.checkReferenceCode": 422 };

describe("every example is answered as described", () => {
  for (const { name, call } of calls) {
    it(name, async () => {
      const operation = operations.get(name);
      const prepared = await prepare(name, call);
      const headers: Record<string, string> = prepared.token ? { authorization: `Bearer ${prepared.token}` } : {};
      const request = exampleRequest(withInput(call, prepared), { ...headers });
      const body = operation?.requestBody?.content["application/json"];
      if (body) {
        expect(integrityViolations(body.schema, body.example)).toEqual([]);
        expect(integrityViolations(body.schema, request.payload)).toEqual([]);
      }
      for (const { schema } of operation?.parameters ?? []) {
        if (schema.example !== undefined) expect(integrityViolations(schema, schema.example)).toEqual([]);
      }
      const answer = await app.inject(request);
      const status = refusedForNow[name] ?? 200;
      expect(answer.statusCode, answer.body).toBe(status);
      if (status !== 200) return;
      const { schema } = answerOf(operation, 200).content["application/json"];
      expect(integrityViolations(schema, answer.json()), answer.body.slice(0, 500)).toEqual([]);
      if (writes) written[name] = shown(answer.json(), call, prepared);
      else expect(integrityViolations(schema, recorded[name])).toEqual([]);
    });
  }
});

const inputsOf = (operation: Operation | undefined): string[] => [
  ...(operation?.parameters ?? []).map(({ name }) => name),
  ...Object.keys(operation?.requestBody?.content["application/json"]?.schema.properties ?? {}),
];

/** A visitor's `session_id` from before a sign-in that has just been. */
async function sessionLeft(): Promise<string> {
  const { session_id } = await shop.visitor().cart.addItem({ product_id: juicer });
  await shop.visitor({ token: session_id ?? "" }).identity.login({ login: "0590000022", password: DEMO_PASSWORD });
  await sql`update identity.sessions set retired_at = retired_at + interval '1 hour' where retired_at is not null`.execute(
    shop.sql,
  );
  return session_id ?? "";
}

/** A proof that is none is refused before the token is looked at. */
const proofFirst = new Set(["identity.register", "identity.socialLogin", "identity.createPassword"]);

describe("every refusal is described", () => {
  for (const { name, call } of calls) {
    it(name, async () => {
      const operation = operations.get(name);
      const dead = { authorization: "Bearer dead-token-of-yesterday", "idempotency-key": crypto.randomUUID() };
      const refused = [
        await app.inject(exampleRequest(call, { ...dead })),
        await app.inject(exampleRequest(call, { "sec-fetch-site": "cross-site" })),
        await app.inject(exampleRequest({ ...call, example: { input: { lang: "xx", limit: "many" } } }, {})),
        await app.inject(exampleRequest(withInput(call, { input: { session_id: leftSession } }), {})),
      ];
      for (const answer of refused) {
        const { schema } = answerOf(operation, answer.statusCode).content["application/json"];
        expect(integrityViolations(schema, answer.json())).toEqual([]);
        if (answer.statusCode === 200) continue;
        const { examples } = answerOf(operation, answer.statusCode).content["application/json"];
        expect(Object.keys(examples ?? {})).toContain(answer.json().code);
      }
      if (!proofFirst.has(name)) {
        expect([name, operation?.responses[401] !== undefined]).toEqual([name, refused[0]?.statusCode === 401]);
      }
      const looksAtVisitors = call.who === "anyone" && operation?.responses[401] !== undefined;
      expect([name, inputsOf(operation).includes("session_id")]).toEqual([name, looksAtVisitors]);
    });
  }

  it("every error code has the same shape and an example", () => {
    for (const [code, { value }] of Object.entries(document.components.examples as Record<string, { value: object }>)) {
      expect([code, integrityViolations({ $ref: "#/components/schemas/Failure" }, value)]).toEqual([code, []]);
    }
  });
});

const secrets = new Set([
  "token",
  "id_token",
  "session_id",
  "otp_proof",
  "link_proof",
  "sealed",
  "signature",
  "challenge",
  "secret",
  "setup",
  "uri",
  "proof",
  "path",
  "options",
]);

/** An answer as it is documented: short, with the example's own names, and without anything that opened something. */
function shown(answer: unknown, call: Call, { input = {} }: Prepared): unknown {
  const documented = call.example.input as Record<string, unknown>;
  let text = JSON.stringify(answer)
    .replaceAll(google.url, "https://accounts.google.com")
    .replaceAll(shop.base.config.public_url, "http://localhost:3000");
  for (const [field, actual] of Object.entries(input)) {
    if (typeof actual === "string" && typeof documented[field] === "string")
      text = text.replaceAll(actual, documented[field]);
  }
  return short(JSON.parse(text), "");
}

function short(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map((each) => short(each, name));
  if (typeof value === "string") {
    if (secrets.has(name)) return `example-of-${name}`;
    return value.length > 160 ? `${value.slice(0, 157)}...` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, short(each, key)]));
}
