/** `/_ctl/…`: the control API. From this machine alone, with the token that was printed at the start. */
import { timingSafeEqual } from "node:crypto";
import { faultKinds, InvalidInput } from "../faults.ts";
import type { Gateway } from "../gateway.ts";
import { type Incoming, isLoopback, jsonReply, type Reply } from "../http.ts";
import { type JsonObject, readObject } from "../values/json.ts";
import { createActions } from "./actions.ts";
import { scenarios } from "./scenarios.ts";

type Caller = { token: string; address: string };

export async function control(gateway: Gateway, request: Incoming, caller: Caller): Promise<Reply> {
  const refusal = refusalOf(request, caller);
  if (refusal) return answer(403, { error: refusal });
  const input = request.raw.length === 0 ? {} : (readObject(request.raw.toString("utf8")) ?? readList(request.raw));
  if (!input) return answer(400, { error: "The body is no JSON object" });
  try {
    const result = await perform(gateway, request, input);
    return result === undefined ? answer(404, { error: "There is no such control" }) : answer(200, result);
  } catch (error) {
    if (error instanceof InvalidInput) return answer(400, { error: error.message });
    throw error;
  }
}

/** What a proxy passes on, and what a page of another site asks for by a name of its own, is not from here. */
function refusalOf({ headers }: Incoming, { token, address }: Caller): string | undefined {
  const [host = ""] = /^\[[^\]]*\]|^[^:]*/.exec(headers.host ?? "") ?? [];
  const isPassedOn = headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined;
  if (!isLoopback(address) || !isLoopback(host) || isPassedOn || headers.origin !== undefined)
    return "The control API answers this machine alone";
  const given = Buffer.from(headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? undefined
    : "The token printed at the start is missing: authorization: Bearer …";
}

/** Nothing where there is no such control. */
async function perform(gateway: Gateway, { method, path, query }: Incoming, input: JsonObject): Promise<unknown> {
  const actions = createActions(gateway);
  const [name = "", argument] = path.slice("/_ctl/".length).split("/").map(decoded);
  const done = { ok: true };
  switch (argument === undefined ? `${method} ${name}` : `${method} ${name}/`) {
    case "GET faults":
      return { armed: gateway.state.faults, kinds: faultKinds };
    case "POST faults":
      return { armed: actions.arm(Array.isArray(input.faults) ? (input.faults as JsonObject[]) : [input]) };
    case "DELETE faults":
      actions.disarm();
      return done;
    case "GET scenario":
      return { scenarios };
    case "POST scenario/":
      return { armed: actions.scenario(argument ?? "", input) };
    case "POST pay/":
      return actions.pay(argument ?? "", input);
    case "POST advance":
      await actions.advance(Number(input.seconds));
      return { now: new Date(gateway.clock.now()).toISOString() };
    case "POST flush":
      await actions.flush();
      return done;
    case "GET ledger":
      return actions.ledger();
    case "GET log":
      return { entries: actions.log().filter((entry) => entry.ref === (query.get("ref") ?? entry.ref)) };
    case "POST reset":
      actions.reset();
      return done;
    case "GET reconcile":
      return actions.reconcile(await booksAt(query.get("shop") ?? ""));
    case "POST reconcile":
      return actions.reconcile(input);
    case "GET environment":
      return actions.environment();
    case "GET pages":
      return { pages: actions.pages() };
    case "POST settings":
      actions.configure(input);
      return done;
    default:
      return method === "POST" && argument !== undefined ? actions.control(name, argument, input) : undefined;
  }
}

async function booksAt(shop: string): Promise<unknown> {
  if (!URL.canParse(shop) || !isLoopback(new URL(shop).hostname))
    throw new InvalidInput("shop is the address on this machine where the shop hands over its books");
  try {
    return await (await fetch(shop, { redirect: "error", signal: AbortSignal.timeout(10_000) })).json();
  } catch (error) {
    throw new InvalidInput(`The shop handed over no books: ${String(error)}`);
  }
}

function readList(raw: Buffer): JsonObject | undefined {
  return readObject(`{"faults":${raw.toString("utf8")}}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no reference has such a name
  }
}

function answer(status: number, value: unknown): Reply {
  return jsonReply(status, JSON.stringify(value, null, 2));
}
