/**
 * The contract as OpenAPI 3.1, made from the same table that answers: `/openapi.json` cannot promise another call than
 * the shop has. `/docs/api` shows it as one plain page without scripts. Readings "The wire".
 */
import type { Call } from "contract/call.ts";
import { type ErrorCode, errorStatus } from "contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { apiPage } from "./api-page.ts";
import type { Table } from "./handle.ts";

const any_call_errors: readonly ErrorCode[] = [
  "malformed",
  "forbidden",
  "invalid",
  "too_many",
  "internal",
  "maintenance",
];
const session_errors: readonly ErrorCode[] = ["unauthenticated"];

type Schema = Record<string, unknown>;
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: Schema; style?: string; explode?: boolean }[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema; example: unknown } } };
  responses: Record<string, object>;
};
export type OpenApi = {
  openapi: string;
  info: object;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
};

export function openapi(table: Table, about: { version: string; public_url: string }): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const { name, call } of table.values()) {
    const [method, path] = call.route.split(" ") as [string, string];
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operation(name, call, method, path);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Mutosi shop",
      version: about.version,
      description: "Đồng and points are integers; times are RFC 3339 in UTC.",
    },
    servers: [{ url: about.public_url }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The default store token (a visitor) or a person's token.",
        },
        session: { type: "apiKey", in: "cookie", name: "session_id" },
      },
      schemas: { Failure: failureSchema() },
    },
  };
}

function operation(name: string, call: Call, method: string, path: string): Operation {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const input = schemaOf(call.input, "input");
  const fields = (input.properties ?? {}) as Record<string, Schema>;
  const required = new Set((input.required ?? []) as string[]);
  const example = call.example.input as Record<string, unknown>;
  const parameters: Operation["parameters"] = [];
  const body: Record<string, Schema> = {};
  for (const [field, schema] of Object.entries(fields)) {
    const header = call.headers[field];
    const shown = field in example ? { ...schema, example: example[field] } : schema;
    if (inPath.includes(field)) parameters.push({ name: field, in: "path", required: true, schema: shown });
    else if (header) parameters.push({ name: header, in: "header", required: false, schema: shown });
    else if (method === "GET" || method === "DELETE")
      parameters.push(queryParameter(field, required.has(field), shown));
    else body[field] = schema;
  }
  if (!call.safe)
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      schema: { type: "string", maxLength: 255 },
    });
  const sent = Object.fromEntries(Object.entries(example).filter(([field]) => field in body));
  return {
    operationId: name,
    summary: call.summary,
    tags: [name.split(".")[0] ?? ""],
    security: call.who === "anyone" ? [{}, { bearer: [] }, { session: [] }] : [{ bearer: [] }, { session: [] }],
    parameters,
    ...(Object.keys(body).length > 0 && {
      requestBody: {
        required: Object.keys(body).some((field) => required.has(field)),
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: body,
              required: Object.keys(body).filter((field) => required.has(field)),
            },
            example: sent,
          },
        },
      },
    }),
    responses: responses(call),
  };
}

function queryParameter(name: string, required: boolean, schema: Schema): Operation["parameters"][number] {
  const nested = schema.type === "object" || Array.isArray(schema.anyOf);
  return { name, in: "query", required, schema, ...(nested && { style: "deepObject", explode: true }) };
}

function responses(call: Call): Record<string, object> {
  const output = schemaOf(call.output, "output");
  const wrapped =
    call.envelope === "data" ? { type: "object", properties: { data: output }, required: ["data"] } : output;
  const answers: Record<string, object> = {
    200: { description: "Success", content: { "application/json": { schema: wrapped } } },
  };
  const codes = [...any_call_errors, ...(call.who === "anyone" ? [] : session_errors), ...call.errors];
  for (const code of new Set(codes)) {
    const status = String(errorStatus[code]);
    const earlier = answers[status] as { description: string } | undefined;
    answers[status] = {
      description: earlier ? `${earlier.description}, ${code}` : code,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
    };
  }
  return answers;
}

/** Inputs are described as they are sent, outputs as they arrive; what JSON Schema cannot say stays open. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    cycles: "ref",
    reused: "inline",
  });
  return rest;
}

function failureSchema(): Schema {
  return {
    type: "object",
    required: ["code", "message", "request_id"],
    properties: {
      code: { type: "string", enum: Object.keys(errorStatus) },
      message: { type: "string" },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      maintenance: { type: "boolean", const: true },
      request_id: { type: "string" },
    },
  };
}

/** Both addresses are made once, at their first request. */
export function serveOpenapi(app: FastifyInstance, table: Table, about: { version: string; public_url: string }): void {
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const document = openapi(table, about);
    return { json: JSON.stringify(document), page: apiPage(document) };
  };
  app.get("/openapi.json", async (_request, reply) => {
    made ??= make();
    return reply.header("cache-control", "public, max-age=300").type("application/json; charset=utf-8").send(made.json);
  });
  app.get("/docs/api", async (_request, reply) => {
    made ??= make();
    return reply
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header("cache-control", "public, max-age=300")
      .type("text/html; charset=utf-8")
      .send(made.page);
  });
  app.get("/docs/api.css", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").type("text/css; charset=utf-8").send(apiStyle),
  );
}

const apiStyle = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem;color:#1c1d1a;background:#f6f5f2}
h2{margin-top:2rem}details{background:#fff;border:1px solid #e2e0da;border-radius:10px;margin:.5rem 0;padding:.25rem .75rem}
summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#f6f5f2;border-radius:6px;padding:.75rem;max-height:24rem}
.method{display:inline-block;min-width:4.5rem;font-weight:700;color:#125c50}table{border-collapse:collapse;width:100%}td,th{text-align:left;border-bottom:1px solid #e2e0da;padding:.35rem .5rem .35rem 0;vertical-align:top}
a{color:#125c50}`;
