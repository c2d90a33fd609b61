/**
 * The calls of the chat from a hydrated page, by the cookie of its session. Their routes are loaded with the chat alone. Rejects
 * with a WireFailure where the shop refuses, with another error where nothing usable comes. docs/decisions/0285
 */
import { routes } from "virtual:chat-routes";
import { client } from "contract/client.ts";
import type { Contract, Shop } from "contract/contract.ts";
import { WireFailure } from "contract/errors.ts";
import type { ChatCall } from "../../navigation/browser-calls.ts";

type ChatShop = { [K in keyof Shop["chat"] as `chat.${K & string}` extends ChatCall ? K : never]: Shop["chat"][K] };

export const chatShop: ChatShop = client<Contract>(async (name, input, options) => {
  const [method = "", route = ""] = (routes[name] ?? "").split(" ");
  const left = new Map(Object.entries((input ?? {}) as Record<string, unknown>));
  const path = route.replace(/\{(\w+)\}/g, (_whole, field: string) => {
    const value = String(left.get(field) ?? "");
    left.delete(field);
    return encodeURIComponent(value);
  });
  const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
  const query = new URLSearchParams(
    [...left].flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  const address = method === "GET" && query.size > 0 ? `${path}?${query}` : path;
  const sent = method === "GET" ? { headers } : { method, headers, body: JSON.stringify(Object.fromEntries(left)) };
  const answer = await fetch(address, { ...sent, ...(options?.signal && { signal: options.signal }) });
  const body = await answer.json();
  if (answer.ok) return body.data;
  throw new WireFailure(answer.status, body, Number(answer.headers.get("retry-after")) || undefined);
}).chat;

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
