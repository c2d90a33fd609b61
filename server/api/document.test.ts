import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type ErrorCode, errorStatus, ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { productSorts } from "contract/values/sorting.ts";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, test } from "vitest";
import { errorToWire } from "../calls/failures.ts";
import { createLog } from "../kernel/log.ts";
import { providers } from "../payments/providers/index.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { openapi } from "./openapi.ts";
import { rowsOf } from "./pages.ts";
import type { Schema } from "./schemas.ts";

const document = openapi(shopHandlers, { version: "1.0.3", name: "Shop", settings });

test("redocly reports no problem in openapi.json", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("openapi-typescript makes a client of openapi.json that compiles, with one type for a cart", async () => {
  const types = astToString(await openapiTS(unchecked<Parameters<typeof openapiTS>[0]>(document)));
  expect(types).toContain('components["schemas"]["Cart"]');
  expect(types.match(/^ {8}Cart: \{/gm)).toHaveLength(1);
  expect(compilerComplaints(types)).toEqual([]);
});

const operations = rowsOf(document).map(({ operation }) => operation);
const fieldOf = (id: string, name: string): Schema => {
  const operation = operations.find(({ operationId }) => operationId === id);
  const body = operation?.requestBody?.content["application/json"]?.schema.properties as Record<string, Schema>;
  return operation?.parameters.find((each) => each.name === name)?.schema ?? body[name] ?? {};
};

test("a description that applies to some values lists them", () => {
  for (const id of ["catalogue.products", "catalogue.filter"]) {
    const [text, object] = fieldOf(id, "sort").anyOf as Schema[];
    expect(text?.enum).toEqual(expect.arrayContaining([...productSorts, "price"]));
    expect(object?.propertyNames).toMatchObject({ enum: expect.arrayContaining(["price", "created_at"]) });
  }
  expect(fieldOf("catalogue.categories", "sort").propertyNames).toMatchObject({ enum: ["order", "name"] });
  expect(fieldOf("content.posts", "sort").propertyNames).toMatchObject({ enum: ["created_at"] });
  expect(fieldOf("cart.setPaymentMethod", "payment_method").enum).toEqual(providers.map(({ method }) => method));
  expect(fieldOf("content.setting", "key").enum).toEqual(expect.arrayContaining(["shop", "default_store_token"]));
  expect(fieldOf("content.settingBySlug", "slug").enum).toContain("default-store-token");
});

test("Idempotency-Key has its length: at least 22 characters where there may be no session", () => {
  const lengths = operations.flatMap(({ operationId, parameters, security }) =>
    parameters
      .filter(({ name }) => name === "Idempotency-Key")
      .map(({ schema, description = "" }) => {
        const isForVisitors = security.length === 3;
        expect([operationId, description.includes("at least 22")]).toEqual([operationId, isForVisitors]);
        expect([operationId, schema.minLength]).toEqual([operationId, isForVisitors ? 22 : 1]);
        return schema.maxLength;
      }),
  );
  expect(new Set(lengths)).toEqual(new Set([255]));
});

test("every refusal, with all it may carry, is of the shape that the document gives failures", () => {
  const isOfShape = new Ajv2020({ strict: false }).compile(document.components.schemas.Failure ?? false);
  const ctx = { locale: "vi", log: createLog({ level: "silent", format: "json" }), request_id: "1" } as const;
  const options = { params: { code: "7M3QK4XW2T" }, fields: { phone: [{ key: "required" }] } } as const;
  const carried = (Object.keys(errorStatus) as ErrorCode[]).map(
    (code) => errorToWire(ctx, new ShopError(code, options)).body,
  );
  expect(carried.find(({ code }) => code === "approval_asked")?.approval_id).toBe("7M3QK4XW2T");
  for (const body of carried) expect([body.code, isOfShape(body), isOfShape.errors]).toEqual([body.code, true, null]);
});

function compilerComplaints(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "shop-api-types-"));
  const file = join(folder, "api.ts");
  writeFileSync(file, source);
  const program = ts.createProgram([file], { strict: true, noEmit: true, skipLibCheck: true, types: [] });
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, start }) => `${start}: ${JSON.stringify(messageText)}`);
  rmSync(folder, { recursive: true });
  return complaints;
}
