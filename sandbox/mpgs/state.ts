/** What the gateway keeps beside payments: sessions with a card in them, and tokens. Cards of sessions end with the program. */
import type { Gateway } from "../core/gateway.ts";
import type { Details } from "../core/ledger.ts";
import { brandOf, masked } from "./cards.ts";

const drawer = ({ state }: Gateway, name: "sessions" | "tokens"): Record<string, Details> => {
  state.kept[`mpgs ${name}`] ??= {};
  return state.kept[`mpgs ${name}`] ?? {};
};

export const sessionOf = (gateway: Gateway, id: string): Details | undefined => drawer(gateway, "sessions")[id];
export const tokenCard = (gateway: Gateway, token: string): Details | undefined => drawer(gateway, "tokens")[token];

export function openSession(gateway: Gateway): string {
  const id = `SESSION000${gateway.ids.digits("mpgs session", 18)}`;
  drawer(gateway, "sessions")[id] = {};
  return id;
}

export function openToken(gateway: Gateway, card: Details): string {
  const token = gateway.ids.digits("mpgs token", 16);
  drawer(gateway, "tokens")[token] = { ...card, security_code: "" };
  return token;
}

/** False where there is none. */
export function dropToken(gateway: Gateway, token: string): boolean {
  const tokens = drawer(gateway, "tokens");
  const isThere = token in tokens;
  delete tokens[token];
  return isThere;
}

/** Its fields as an answer has them; nothing where the card is not whole. */
export function cardOf({ number = "", expiry_month: month = "", expiry_year: year = "" }: Details) {
  const brand = brandOf(number);
  if (!brand || month === "" || year === "") return undefined;
  return { brand, number: masked(number), expiry: { month: month.padStart(2, "0"), year: year.slice(-2) } };
}
