/** Saved cards: the gateway keeps the card and gives a token for it, which is worth nothing to anybody but this shop. */
import { z } from "zod";
import type { Http, SavedToken } from "../../provider.ts";
import { called, cardIn, type Merchant } from "./requests.ts";

const Token = z.string().regex(/^[\w-]{8,100}$/);

/** Of the card in a session. Null: the gateway keeps none. */
export async function saveToken(shop: Merchant, session: string, http: Http): Promise<SavedToken | null> {
  const body = { session: { id: session }, sourceOfFunds: { type: "CARD" } };
  const got = await called(shop, { method: "POST", path: "/token", body }, http);
  const card = got && cardIn(got.answer);
  const token = Token.safeParse(got?.answer.token);
  return got?.answer.result === "SUCCESS" && card && token.success ? { token: token.data, ...card } : null;
}

/** True where the gateway has forgotten it, or never knew it. False: nothing is known, so it is asked again. */
export async function removeToken(shop: Merchant, token: string, http: Http): Promise<boolean> {
  const got = await called(shop, { method: "DELETE", path: `/token/${token}` }, http);
  return got !== null && (got.answer.result === "SUCCESS" || got.answer.error?.cause === "INVALID_REQUEST");
}
