/** Every call of the contract as an app developer would make it from the documentation. */
import type { Call } from "contract/call.ts";
import { contract } from "contract/contract.ts";
import type { InjectOptions } from "fastify";

export const calls: { name: string; call: Call }[] = Object.entries(contract).flatMap(([domain, rows]) =>
  Object.entries(rows as Record<string, Call>).map(([key, call]) => ({ name: `${domain}.${key}`, call })),
);

/** The call's own example as a request, with these headers beside its own. */
export function exampleRequest({ route, example, headers: asked }: Call, given: Record<string, string>): InjectOptions {
  const [method = "GET", path = ""] = route.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const headers = { ...given };
  const left = { ...(example.input as Record<string, unknown>) };
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => {
    const value = left[field];
    delete left[field];
    return encodeURIComponent(String(value));
  });
  for (const [field, header] of Object.entries(asked)) {
    if (left[field] !== undefined) headers[header] = String(left[field]);
    delete left[field];
  }
  if (method === "GET" || method === "DELETE") return { method, url: `${url}?${flat(left)}`, headers };
  return { method, url, headers, payload: left };
}

function flat(fields: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== "object" || value === null) query.set(field, String(value));
    else for (const [key, each] of Object.entries(value)) query.set(`${field}[${key}]`, String(each));
  }
  return query;
}
