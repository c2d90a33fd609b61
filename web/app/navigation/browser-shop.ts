/**
 * The shop's own calls from a hydrated page, by the cookie of its session: `browserShop.catalogue.noteViewed({ product_ids })`.
 * Rejects with a WireFailure where the shop refuses, with NoResponse where nothing usable comes (send.ts). docs/decisions/0285
 */
import { routes } from "virtual:call-routes";
import { client } from "contract/client.ts";
import type { Contract, Shop } from "contract/contract.ts";
import { WireFailure } from "contract/errors.ts";
import type { BrowserCall } from "./browser-calls.ts";
import { send } from "./send.ts";

/** The shop without the calls whose routes are not here. */
type BrowserShop = {
  [D in keyof Shop]: { [K in keyof Shop[D] as `${D}.${K & string}` extends BrowserCall ? K : never]: Shop[D][K] };
};

export const browserShop: BrowserShop = client<Contract>(async (name, input, options) => {
  const [method = "", path = ""] = (routes[name] ?? "").split(" ");
  const headers = { "content-type": "application/json", "accept-language": document.documentElement.lang };
  const sent = method === "GET" ? { headers } : { method, headers, body: JSON.stringify(input) };
  const answer = await send(path, { ...sent, ...(options?.signal && { signal: options.signal }) });
  const body = await answer.json();
  if (answer.ok) return body.data;
  throw new WireFailure(answer.status, body, Number(answer.headers.get("retry-after")) || undefined);
});
