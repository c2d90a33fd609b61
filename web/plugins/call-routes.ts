/**
 * The routes of the calls a page makes itself, read from the contract at the build: the contract stays out of the browser,
 * and no path is spelled twice. docs/decisions/0285
 */
import type { Call } from "contract/call.ts";
import { contract } from "contract/contract.ts";
import type { Plugin } from "vite";
import { browserCalls, chatCalls } from "../app/navigation/browser-calls.ts";

const id = "virtual:call-routes";
/** Those of the chat, which no other page needs. */
const chatId = "virtual:chat-routes";

export function callRoutes(): Plugin {
  return {
    name: "call-routes",
    resolveId: (asked) => (asked === id || asked === chatId ? `\0${asked}` : undefined),
    load: (asked) => {
      if (asked === `\0${id}`) return `export const routes = ${JSON.stringify(routesOf(browserCalls))};`;
      return asked === `\0${chatId}`
        ? `export const routes = ${JSON.stringify(routesOf(chatCalls, true))};`
        : undefined;
    },
  };
}

/**
 * By the name of the call. Only what browser-shop.ts can send: a body or nothing at all, and an answer in `data`; with
 * `hasIds` also what names a row in its path.
 */
export function routesOf(names: readonly string[], hasIds = false): Record<string, string> {
  const calls = new Map<string, Call>(
    Object.entries(contract).flatMap(([domain, rows]) =>
      Object.entries<Call>(rows).map(([name, row]) => [`${domain}.${name}`, row] as const),
    ),
  );
  return Object.fromEntries(
    names.map((name) => {
      const row = calls.get(name);
      if (!row) throw new Error(`The contract has no call ${name}`);
      const isPlain =
        (hasIds || !row.route.includes("{")) && row.envelope === "data" && Object.keys(row.headers).length === 0;
      if (!isPlain) throw new Error(`${name} cannot be sent by browser-shop.ts: ${row.route}`);
      return [name, row.route];
    }),
  );
}
