/** Reading a request to MoMo's API, and the keys it is signed with. */
import type { Gateway } from "../core/gateway.ts";
import type { Incoming } from "../core/http.ts";
import { type JsonObject, readObject, textOf } from "../core/values/json.ts";
import type { Secrets } from "./signature.ts";

/** `fields` as the signed text has them: numbers as their digits. */
export type Request = { body: JsonObject | undefined; fields: Record<string, string> };

export function read({ raw, headers }: Incoming): Request {
  const isJson = /^application\/json\b/.test(headers["content-type"] ?? "");
  const body = isJson ? readObject(raw.toString("utf8")) : undefined;
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { body, fields: Object.fromEntries(fields) };
}

export function secretsOf(gateway: Gateway): Secrets {
  return { access_key: gateway.key("momo", "access_key"), secret_key: gateway.key("momo", "secret_key") };
}
