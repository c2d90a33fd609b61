/**
 * What a person reads at /docs/api: how to call the shop, every call by its domain, and a page for each domain with
 * examples. Static HTML without scripts; the search is a form that is answered with a list.
 */
import { fold } from "contract/values/text.ts";
import type { OpenApi, Operation, Parameter } from "./openapi.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: unknown): string => String(value).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

type Row = { method: string; path: string; operation: Operation };
const base = "/docs/api";

export function rowsOf(document: OpenApi): Row[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The first page; with `query` the calls that have all its words, in name, address, description or fields. */
export function indexPage(document: OpenApi, query = ""): string {
  const rows = rowsOf(document);
  const words = fold(query).split(" ").filter(Boolean);
  const found = rows.filter((row) => words.every((word) => searchText(row).includes(word)));
  const lists = (of: Row[]) =>
    document.tags
      .map(({ name, description }) => ({
        name,
        description,
        calls: of.filter((row) => row.operation.tags[0] === name),
      }))
      .filter(({ calls }) => calls.length > 0)
      .map(
        ({ name, description, calls }) =>
          `<section><h2 id="${name}"><a href="${base}/${name}">${name}</a></h2><p>${text(description)}</p>${list(calls)}</section>`,
      )
      .join("");
  if (words.length > 0) {
    const count = `${found.length} of ${rows.length} calls have “${text(query)}”.`;
    return page(
      document,
      `Search: ${query}`,
      `<h1>Search</h1>${form(query)}<p role="status">${count} <a href="${base}">All calls</a></p>${lists(found)}`,
    );
  }
  const contents = document.tags.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join("");
  return page(
    document,
    "Calls",
    `<h1>Calls of the shop</h1>${form("")}
<p>The same for machines: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Shapes that calls share: <a href="${base}/shapes">shapes</a>.</p>
<nav aria-label="Domains"><ul class="chips">${contents}</ul></nav>
<div class="guide">${prose(document.info.description)}</div>${lists(rows)}`,
  );
}

const searchText = ({
  method,
  path,
  operation: { operationId, summary, description, parameters, requestBody },
}: Row) => {
  const body = requestBody?.content["application/json"]?.schema.properties ?? {};
  const fields = [...parameters.map(({ name }) => name), ...Object.keys(body)].join(" ");
  return fold(`${method} ${path} ${operationId} ${summary} ${description} ${fields}`);
};

function list(calls: Row[]): string {
  const items = calls.map(
    ({ method, path, operation: { operationId, summary, tags } }) =>
      `<li><a href="${base}/${tags[0]}#${operationId}">${mark(method)} <code>${text(path)}</code></a> <span>${text(summary)}</span></li>`,
  );
  return `<ul class="calls">${items.join("")}</ul>`;
}

const mark = (method: string): string => `<b class="method ${method.toLowerCase()}">${method}</b>`;

const form = (query: string): string =>
  `<form action="${base}" role="search"><label for="q">Find a call</label><span><input id="q" name="q" type="search" value="${text(query)}" placeholder="cart, order, phone …"><button>Search</button></span></form>`;

/** One domain, every call with its examples; undefined where there is no such domain. */
export function domainPage(document: OpenApi, name: string, origin: string): string | undefined {
  const tag = document.tags.find((each) => each.name === name);
  if (!tag) return undefined;
  const rows = rowsOf(document).filter(({ operation }) => operation.tags[0] === name);
  const sections = rows.map((row) => callSection(row, document, origin)).join("");
  const contents = rows
    .map(
      ({ operation }) =>
        `<li><a href="#${operation.operationId}">${text(operation.operationId.split(".")[1])}</a></li>`,
    )
    .join("");
  return page(
    document,
    name,
    `<p><a href="${base}">All calls</a></p><h1>${name}</h1><p>${text(tag.description)}</p><nav aria-label="Calls"><ul class="chips">${contents}</ul></nav>${sections}`,
  );
}

/** The shapes that several calls answer or take. */
export function shapesPage(document: OpenApi): string {
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<section id="${name}"><h2>${name}</h2>${block(schema)}</section>`,
  );
  return page(
    document,
    "Shapes",
    `<p><a href="${base}">All calls</a></p><h1>Shapes</h1><p>Each in JSON Schema.</p>${shapes.join("")}`,
  );
}

function callSection({ method, path, operation }: Row, document: OpenApi, origin: string): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const success = (responses[200] as { content?: Record<string, { schema: object; example?: unknown }> }).content ?? {};
  const [answered, answer] = Object.entries(success)[0] ?? [];
  const refusals = Object.entries(responses).filter(([status]) => status !== "200");
  return `<section id="${operationId}"><h2>${mark(method)} <code>${text(path)}</code></h2>
<p><strong>${text(summary)}.</strong> ${inline(description)}</p>
${curl({ method, path, operation }, origin)}
${parameters.length > 0 ? table(["Parameter", "Where", "What"], parameters.map(parameterCells)) : ""}
${body ? `<h3>Body <small>${text(type)}</small></h3>${body.example === undefined ? "" : block(body.example)}${details("Schema of the body", body.schema)}` : ""}
<h3>Answer <small>200 ${text(answered ?? "")}</small></h3>${answer?.example === undefined ? "" : block(answer.example)}${answer ? details("Schema of the answer", answer.schema) : ""}
<h3>Refusals</h3>${table(["Status", "Code"], refusals.map(refusalCells))}${refusalExamples(refusals, document)}</section>`;
}

function parameterCells({ name, in: where, required, description, schema }: Parameter): string[] {
  const meaning = description ?? (typeof schema.description === "string" ? schema.description : "");
  return [
    `<code>${text(name)}</code>`,
    `${where}${required ? ", required" : ""}`,
    `${kindOf(schema)}${meaning ? `<br>${inline(meaning)}` : ""}`,
  ];
}

function refusalCells([status, answer]: [string, object]): string[] {
  return [status, inline((answer as { description: string }).description)];
}

function refusalExamples(refusals: [string, object][], document: OpenApi): string {
  type Described = { content?: { "application/json"?: { examples?: object } } };
  const codes = refusals.flatMap(([, answer]) =>
    Object.keys((answer as Described).content?.["application/json"]?.examples ?? {}),
  );
  const all = document.components.examples as Record<string, { value: object }>;
  const shown = codes.map((code) => JSON.stringify(all[code]?.value)).join("\n");
  return codes.length > 0
    ? `<details><summary>Examples of refusals</summary><pre tabindex="0">${text(shown)}</pre></details>`
    : "";
}

/** The example as one line for a terminal. */
function curl({ method, path, operation }: Row, origin: string): string {
  const query = new URLSearchParams();
  const flags: string[] = method === "GET" ? [] : [`-X ${method}`];
  let url = path;
  for (const { name, in: where, schema } of operation.parameters) {
    const { example } = schema;
    if (where === "path") url = url.replace(`{${name}}`, encodeURIComponent(String(example ?? name)));
    else if (example === undefined) continue;
    else if (where === "header") flags.push(`-H '${name}: ${String(example)}'`);
    else if (typeof example === "object" && example !== null) {
      for (const [key, value] of Object.entries(example)) query.set(`${name}[${key}]`, String(value));
    } else query.set(name, String(example));
  }
  if (operation.security.length > 0 && !operation.security.some((each) => Object.keys(each).length === 0)) {
    flags.push('-H "Authorization: Bearer $TOKEN"');
  }
  const body = operation.requestBody?.content;
  if (body?.["application/json"]) {
    const sent = JSON.stringify(body["application/json"].example ?? {}).replaceAll("'", "'\\''");
    flags.push(`-H 'Content-Type: application/json' -d '${sent}'`);
  } else if (body) flags.push("-F avatar=@picture.jpg");
  const shown = query.size > 0 ? `${url}?${query}` : url;
  return `<pre class="curl" tabindex="0">${text(["curl", ...flags, `'${origin}${shown}'`].join(" "))}</pre>`;
}

function kindOf(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => `<code>${text(each)}</code>`).join(" ");
  const { minimum, maximum, maxLength } = schema;
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : "";
  const length = maxLength === undefined ? "" : `, at most ${maxLength} characters`;
  const fallback = schema.default === undefined || schema.default === "" ? "" : `, else ${text(schema.default)}`;
  const alternatives = Array.isArray(schema.anyOf) ? [...new Set(schema.anyOf.map(({ type }) => String(type)))] : [];
  return text(typeof schema.type === "string" ? schema.type : alternatives.join(" or ")) + range + length + fallback;
}

/** JSON as it is read; a pointer to a shape leads there. */
function block(value: unknown): string {
  const shown = text(JSON.stringify(value, null, 2)).replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    `<a href="${base}/shapes#$1">$1</a>`,
  );
  return `<pre tabindex="0">${shown}</pre>`;
}

const details = (summary: string, value: unknown): string =>
  `<details><summary>${summary}</summary>${block(value)}</details>`;

function table(heads: string[], rows: string[][]): string {
  const cells = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td data-head="${heads[at]}">${cell}</td>`).join("")}</tr>`,
  );
  return `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${cells.join("")}</tbody></table>`;
}

const inline = (line: string): string => text(line).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** Paragraphs and headings of the guide. */
function prose(markdown: string): string {
  return markdown
    .split("\n\n")
    .map((part) => (part.startsWith("## ") ? `<h2>${inline(part.slice(3))}</h2>` : `<p>${inline(part)}</p>`))
    .join("");
}

/** The drawn word is the name "mutosi"; any other name is set in type, as in the shop. */
function brand(name: string): string {
  const shown = name.toLowerCase();
  return shown === "mutosi" ? `<img src="${base}/mark.svg" alt="" width="109" height="26">` : text(shown);
}

function page({ info }: OpenApi, name: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${text(name)} – ${text(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="stylesheet" href="${base}/style.css"></head>
<body><header><a class="home" href="/" aria-label="${text(info.title)}, home">${brand(info.title)}</a><a href="${base}">API ${text(info.version)}</a><a href="/">Back to the shop</a></header><main>${main}</main></body></html>`;
}
