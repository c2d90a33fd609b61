/** The page a person reads at /docs/api: every call with its fields, example and answers. Static HTML, no scripts. */
import type { OpenApi, Operation } from "./openapi.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: unknown): string => String(value).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const json = (value: unknown): string => text(JSON.stringify(value, null, 2));

export function apiPage(document: OpenApi): string {
  const byDomain = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const domain = operation.tags[0] ?? "";
      byDomain.set(domain, [...(byDomain.get(domain) ?? []), section(method, path, operation)]);
    }
  }
  const domains = [...byDomain].map(
    ([domain, calls]) => `<h2 id="${text(domain)}">${text(domain)}</h2>${calls.join("")}`,
  );
  const contents = [...byDomain.keys()].map((domain) => `<a href="#${text(domain)}">${text(domain)}</a>`).join(" · ");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calls – Mutosi shop</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/docs/api.css"></head><body><main>
<h1>Calls of the shop</h1><p>Described in <a href="/openapi.json">openapi.json</a>. Send and expect JSON; amounts are whole đồng.
Success is <code>{"data": …}</code>, a list also has <code>meta</code>; failure is <code>{"code", "message", "errors"?, "request_id"}</code>
in the language of <code>Accept-Language</code>.</p><nav>${contents}</nav>${domains.join("")}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const rows = operation.parameters.map(
    (each) =>
      `<tr><td><code>${text(each.name)}</code></td><td>${text(each.in)}${each.required ? ", required" : ""}</td><td><code>${text(kindOf(each.schema))}</code></td></tr>`,
  );
  const body = operation.requestBody?.content["application/json"];
  const answers = Object.entries(operation.responses).map(
    ([status, answer]) => `<li>${text(status)} ${text((answer as { description: string }).description)}</li>`,
  );
  const success = (operation.responses[200] as { content: { "application/json": { schema: unknown } } }).content;
  return `<details id="${text(operation.operationId)}"><summary><span class="method">${text(method.toUpperCase())}</span>
<code>${text(path)}</code> ${text(operation.summary)}</summary>
${rows.length > 0 ? `<table><thead><tr><th>Name</th><th>Where</th><th>What</th></tr></thead><tbody>${rows.join("")}</tbody></table>` : ""}
${body ? `<h3>Body</h3><pre>${json(body.example)}</pre><details><summary>Schema</summary><pre>${json(body.schema)}</pre></details>` : ""}
<h3>Answers</h3><ul>${answers.join("")}</ul><details><summary>Schema of a success</summary><pre>${json(success["application/json"].schema)}</pre></details>
</details>`;
}

function kindOf(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
  return typeof schema.type === "string" ? schema.type : JSON.stringify(schema);
}
