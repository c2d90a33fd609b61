/** What a loader or an action of the office may reach through its `context`, and what it leaves there for the answer. */
import type { Shop } from "contract/contract.ts";
import type { OfficeLanguage } from "messages/office/messages.ts";
import { createContext, type RouterContextProvider } from "react-router";
import type { Theme } from "../session/theme.ts";
import type { Flash } from "./cookies.ts";

/** The calls, as the person who is signed in may use them. */
export const shopContext = createContext<Shop>();

export type RequestContext = {
  language: OfficeLanguage;
  theme: Theme | undefined;
  /** The flash message of the page before, to be shown on this one. */
  flash: Flash | null;
  /** Between password and second factor: the signed proof of the first half. */
  sign_in_proof: string | undefined;
  /** The request has a session token; only a call knows whether it is valid. */
  has_session: boolean;
  public_url: string;
  shop_name: string;
  request_id: string;
  /** Path and query without the base. */
  path: string;
  /** Names the inline scripts of this answer. */
  nonce: string;
  secure: boolean;
};
export const requestContext = createContext<RequestContext>();

export type Notes = {
  cookies: string[];
  /** Reports a bug to the server. */
  report(error: unknown): void;
};
export const notesContext = createContext<Notes>();

export type RouteContext = Readonly<RouterContextProvider>;

export function shopOf(context: RouteContext): Shop {
  return context.get(shopContext);
}
