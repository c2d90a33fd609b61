/**
 * The contract as OpenAPI 3.1, made from the same table that answers: `/openapi.json` cannot promise another call than
 * the shop has. The URLs that answer with files are added (files.ts). rules/wire#contract
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, Limit, Who } from "contract/call.ts";
import { type ErrorCode, errorStatus } from "contract/errors.ts";
import { errorText } from "messages/error-text.ts";
import type { CallHandlers } from "../calls/handle.ts";
import { KEY_CHARACTERS, MAX_KEY_LENGTH } from "../calls/idempotency.ts";
import { publicSettings, type SettingList } from "../platform/settings.ts";
import { failures, guide, tagOf, tags } from "./descriptions.ts";
import type { FileCall } from "./file-call.ts";
import { fileCalls } from "./files.ts";
import { type Schema, type Schemas, schemaOf } from "./schemas.ts";

const ANY_CALL_ERRORS: readonly ErrorCode[] = [
  "malformed",
  "forbidden",
  "invalid",
  "too_many",
  "internal",
  "maintenance",
  "unavailable",
];

export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  style?: string;
  explode?: boolean;
};
export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, object>;
};
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  servers: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; schemas: Schemas; examples: object };
};

/** What each call answered to its example, on the demo shop: written by `npm run api-examples`. */
type Answers = Readonly<Record<string, unknown>>;
export function exampleAnswers(): Answers {
  return JSON.parse(readFileSync(join(import.meta.dirname, "examples.json"), "utf8")) as Answers;
}

export function openapi(
  handlers: CallHandlers,
  about: { version: string; name: string; settings: SettingList },
): OpenApi {
  const schemas: Schemas = { Failure: failureSchema() };
  const answers = exampleAnswers();
  const known = knownValues(publicSettings(about.settings));
  const paths: OpenApi["paths"] = {};
  const add = (route: string, operation: Operation): void => {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const { name, call } of handlers.values())
    add(call.route, operation(name, call, { schemas, answer: answers[name], known }));
  for (const each of fileCalls) add(each.route, fileOperation(each));
  // Some codes are no answer of a call: why an approved request came to nothing.
  const named = JSON.stringify(paths);
  const answered = Object.keys(errorStatus).filter((code) => named.includes(`#/components/examples/${code}"`));
  return {
    openapi: "3.1.0",
    info: {
      title: about.name,
      version: about.version,
      description: guide,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/", description: "The shop that serves this description" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "`token` of an answer that signs the caller in; or the default store token, which is a visitor.",
        },
        session: { type: "apiKey", in: "cookie", name: "session_id", description: "The cookie of a browser." },
      },
      schemas,
      examples: Object.fromEntries(answered.map((code) => [code, failureExample(code as ErrorCode)])),
    },
  };
}

/** Codes of a call, with what any call may answer. A dead token is refused by every call that looks at it. */
export function errorsOf(call: Call): readonly ErrorCode[] {
  const isStored = hasStoredAnswer(call);
  const looksAtToken = call.who !== "anyone" || isStored || call.opens_session || call.limit?.per === "session";
  const session: ErrorCode[] = looksAtToken ? ["unauthenticated"] : [];
  const body: ErrorCode[] = /^(POST|PUT)/.test(call.route) ? ["too_large", "unsupported_media"] : [];
  const keyed: ErrorCode[] = isStored ? ["in_progress", "idempotency_mismatch"] : [];
  const path: ErrorCode[] = call.route.includes("{") ? ["not_found"] : []; // also where a part of it is longer than any name
  const left: ErrorCode[] = call.opens_session ? ["conflict"] : []; // the visitor's session has just ended in a sign-in
  const errors = [...ANY_CALL_ERRORS, ...path, ...session, ...staffErrors(call), ...left, ...body, ...keyed];
  return [...new Set([...errors, ...call.errors])];
}

/** What authorising a member of staff may answer. */
function staffErrors(call: Call): ErrorCode[] {
  if (typeof call.who === "string") return [];
  const pending: ErrorCode[] = call.while_pending_factor ? [] : ["factor_pending"];
  return ["forbidden", ...pending, ...(call.step_up ? (["step_up_required"] as const) : [])];
}

/** Under the caller's Idempotency-Key. */
const hasStoredAnswer = (call: Call): boolean => !call.safe && call.answer_stored;

type Described = { schemas: Schemas; answer: unknown; known: KnownValues };

function operation(name: string, call: Call, { schemas, answer, known }: Described): Operation {
  const [method = "", path = ""] = call.route.split(" ");
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const input = schemaOf(call.input, "input", schemas);
  const required = new Set((input.required ?? []) as string[]);
  const example = call.example.input as Record<string, unknown>;
  const parameters: Parameter[] = [];
  const body: Schemas = {};
  for (const [field, schema] of Object.entries((input.properties ?? {}) as Schemas)) {
    const header = call.headers[field];
    const values = known[`${name} ${field}`];
    const described = values ? { ...schema, enum: values } : schema;
    const shown = field in example ? { ...described, example: example[field] } : described;
    if (inPath.has(field)) parameters.push({ name: field, in: "path", required: true, schema: shown });
    else if (header) parameters.push({ name: headerName(header), in: "header", required: false, schema: shown });
    else if (method === "GET" || method === "DELETE")
      parameters.push(queryParameter(field, required.has(field), shown));
    else body[field] = schema;
  }
  if (hasStoredAnswer(call)) parameters.push(idempotencyKey(call));
  const sent = Object.fromEntries(Object.entries(example).filter(([field]) => field in body));
  return {
    operationId: name,
    summary: call.summary,
    description: descriptionOf(call),
    tags: [tagOf(name)],
    security: securityOf(call.who),
    parameters,
    ...(Object.keys(body).length > 0 && { requestBody: bodyOf(call, body, required, sent) }),
    responses: responses(call, schemas, answer),
  };
}

/** A call for staff names its permission beside each way to show a token, as OpenAPI 3.1 does with roles. */
function securityOf(who: Who): Operation["security"] {
  const needed = typeof who === "object" && who.staff !== "any" ? [who.staff] : [];
  return [...(who === "anyone" ? [{}] : []), { bearer: needed }, { session: needed }];
}

/** Values of a field that only the server knows, by call and field. */
type KnownValues = Readonly<Record<string, readonly string[]>>;
const knownValues = (publicKeys: readonly string[]): KnownValues => ({
  "content.setting key": publicKeys,
  "content.settingBySlug slug": publicKeys.map((key) => key.replaceAll("_", "-")),
});

function idempotencyKey(call: Call): Parameter {
  const strangers =
    call.who === "anyone"
      ? ` Without a session at least ${KEY_CHARACTERS}, else the request is 400 \`malformed\`.`
      : "";
  return {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `A repeat under the same key answers what the first answered. 1 to ${MAX_KEY_LENGTH} characters, random ones.${strangers}`,
    schema: { type: "string", minLength: call.who === "anyone" ? KEY_CHARACTERS : 1, maxLength: MAX_KEY_LENGTH },
  };
}

/** `x-order-phone` → `X-Order-Phone`. */
const headerName = (header: string): string => header.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

function bodyOf(
  { who }: Call,
  body: Schemas,
  required: ReadonlySet<string>,
  example: unknown,
): Operation["requestBody"] {
  const needed = Object.keys(body).filter((field) => required.has(field));
  const schema = {
    type: "object",
    properties: body,
    ...(needed.length > 0 && { required: needed }),
    ...(typeof who === "object" && { additionalProperties: false }),
  };
  return { required: needed.length > 0, content: { "application/json": { schema, example } } };
}

function queryParameter(name: string, required: boolean, schema: Schema): Parameter {
  const parts = [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])];
  const nested = parts.some((each) => each.type === "object");
  return { name, in: "query", required, schema, ...(nested && { style: "deepObject", explode: true }) };
}

function descriptionOf(call: Call): string {
  return [
    callersOf(call),
    ...(call.details ? [call.details] : []),
    ...(call.opens_session ? ["A visitor without a session is given one, and its `session_id`."] : []),
    ...(call.limit ? [`Limit: ${limitText(call.limit)}.`] : []),
    ...(call.safe && !call.route.startsWith("GET ") ? ["Changes nothing, whatever its method says."] : []),
    ...(call.while_pending_password ? ["Possible also while the password has to be changed."] : []),
    ...(call.while_pending_factor ? ["Possible also while a new second factor has to be set."] : []),
    ...(call.step_up ? ["Asks for a second factor shown within 5 minutes."] : []),
    ...(call.through_maintenance ? ["Goes on during maintenance."] : []),
  ].join(" ");
}

function callersOf({ who, same_for_all }: Call): string {
  if (who === "customer") return "For a signed-in customer.";
  if (who === "anyone")
    return same_for_all ? "For everybody; who asks makes no difference." : "For everybody, visitors included.";
  const holder = who.staff === "any" ? "any active member of staff" : `staff with the permission \`${who.staff}\``;
  return `For ${holder}. A field that is not listed is refused.`;
}

const spans: Readonly<Record<number, string>> = {
  60: "a minute",
  600: "in 10 minutes",
  3600: "an hour",
  86400: "a day",
};
const subjects = {
  client: "for each network address",
  session: "for each session",
  everyone: "in all",
  owner: "for each session of its owner, for anybody else for each network address",
} as const;

function limitText({ times, seconds, per }: Limit): string {
  return `${times} ${spans[seconds] ?? `in ${seconds} seconds`} ${subjects[per]}`;
}

function responses(call: Call, schemas: Schemas, answer: unknown): Record<string, object> {
  const output = schemaOf(call.output, "output", schemas);
  const schema =
    call.envelope === "data" ? { type: "object", properties: { data: output }, required: ["data"] } : output;
  const success = { schema, ...(answer !== undefined && { example: answer }) };
  return { 200: { description: "Success", content: { "application/json": success } }, ...refusals(errorsOf(call)) };
}

/** One answer per status, with an example of each code that has it. */
function refusals(codes: readonly string[]): Record<string, object> {
  const of = Map.groupBy(codes as readonly ErrorCode[], (code) => String(errorStatus[code]));
  return Object.fromEntries(
    [...of].map(([status, all]) => [
      status,
      {
        description: all.map((code) => (failures[code] ? `\`${code}\`: ${failures[code]}` : `\`${code}\``)).join("; "),
        ...(["409", "429", "503"].includes(status) && { headers: retryAfter }),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Failure" },
            examples: Object.fromEntries(all.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );
}

const retryAfter = {
  "Retry-After": { description: "Seconds after which a repeat may succeed.", schema: { type: "integer", minimum: 1 } },
};

function fileOperation({
  operationId,
  summary,
  description,
  security,
  parameters,
  requestBody,
  answer,
  errors,
  refusals: inOwnWords,
}: FileCall) {
  const own = operationId.endsWith("Ipn") ? "messengers" : (operationId.split(".")[0] ?? "");
  const isInPath = parameters.some((each) => each.in === "path") ? ["not_found"] : [];
  const failed =
    own === "running"
      ? { ...refusals(["malformed"]), 503: { description: "It should not", headers: retryAfter } }
      : { ...refusals([...new Set(["malformed", ...isInPath, ...errors, "internal", "unavailable"])]), ...inOwnWords };
  return {
    operationId,
    summary,
    description,
    tags: [own],
    security,
    parameters: [...parameters],
    ...(requestBody && { requestBody }),
    responses: { 200: answer, ...failed },
  };
}

/** What a reader of Vietnamese is answered; of a refused field, the sentence for one that is missing. */
function failureExample(code: ErrorCode): { value: object } {
  const errors = code === "invalid" ? { errors: { phone: [errorText("vi", "required", {}, "phone")] } } : {};
  const closed = code === "maintenance" ? { maintenance: true } : {};
  const approval_id = "7M3QK4XW2T";
  const asked = code === "approval_asked" ? { approval_id } : {};
  const message = errorText("vi", code, { code: approval_id });
  return {
    value: { code, message, ...errors, ...closed, ...asked, request_id: "0d9c4a52-6f0e-4c7b-9a35-1f2b8e7d6c10" },
  };
}

function failureSchema(): Schema {
  return {
    type: "object",
    required: ["code", "message", "request_id"],
    additionalProperties: false,
    properties: {
      code: { type: "string", enum: Object.keys(errorStatus) },
      message: { type: "string" },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      maintenance: { type: "boolean", const: true },
      approval_id: { type: "string", description: "Of `approval_asked`: the request a second person decides." },
      request_id: { type: "string" },
    },
  };
}
