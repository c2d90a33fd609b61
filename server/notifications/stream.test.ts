/** The notification stream of open pages: own notifications only, limited connections, and an end at sign-out. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp, localeOf, tokenOf } from "../http/app.ts";
import { requestContext } from "../http/request-context.ts";
import { openCustomerSession } from "../identity/sessions.ts";
import { shopHandlers } from "../shop.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { notify } from "./notifications.ts";
import { type Streams, streams } from "./stream.ts";
import { serveNotifyStream } from "./stream-route.ts";

type Process = { app: FastifyInstance; hub: Streams; url: string };

let shop: TestShop;
let processes: Process[] = [];
const readers: AbortController[] = [];

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from notifications.notifications`.execute(shop.sql);
  processes = await Promise.all([oneProcess(), oneProcess()]);
});
afterEach(async () => {
  for (const each of readers.splice(0)) each.abort();
  await Promise.all(processes.map(({ app }) => app.close()));
});

async function oneProcess(): Promise<Process> {
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const ctxOf = (locale: "vi" | "en" | "ja") => shop.ctx({ locale });
  const hub = streams({ url: shop.url, log: shop.base.log, ctxOf });
  serveNotifyStream(app, hub, (request) => {
    const origin = {
      ...tokenOf(request, {}, shop.base.config),
      locale: localeOf(request),
      client: request.ip,
      request_id: request.id,
    };
    return requestContext(shop.base, origin).ctx;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, hub, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

async function lan(): Promise<{ id: number; token: string; session: number }> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  const id = rows[0]?.id ?? 0;
  const who = { customer_id: id, active_role: "customer", agent_id: "", device: "test", is_staff: false } as const;
  const { token, id: session } = await openCustomerSession(shop.ctx(), who);
  return { id, token, session };
}

type State = { unread: number; newest: { title: string } | null };

/** Reads a stream line by line; `next` waits for the next state, `ended` for the end. */
async function listenAt({ url }: Process, token: string, language = "vi") {
  const stop = new AbortController();
  readers.push(stop);
  const headers = { cookie: `session_id=${token}`, "accept-language": language };
  const answer = await fetch(`${url}/v1/client/notifies/stream`, { headers, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let sessionsChanged = 0;
  /** False at the end. */
  async function read(): Promise<boolean> {
    const part = await reader?.read();
    if (!part || part.done) return false;
    text += part.value;
    sessionsChanged += part.value.split("event: session\n").length - 1;
    return true;
  }
  async function next(): Promise<State | null> {
    for (;;) {
      const found = /event: notifies\ndata: (.*)\n\n/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return JSON.parse(found[1] ?? "") as State;
      }
      if (!(await read())) return null;
    }
  }
  // The first says how the stream begins.
  return { answer, next, read, changes: () => sessionsChanged - 1, stop: () => stop.abort() };
}

/** The state once it is as wanted; an earlier one may come first. */
async function until(stream: { next(): Promise<State | null> }, unread: number): Promise<State> {
  for (;;) {
    const state = await stream.next();
    if (!state) throw new Error("the stream ended");
    if (state.unread === unread) return state;
  }
}

/** What came before the end does not matter, only that it comes. */
async function ended(stream: { next(): Promise<State | null> }): Promise<true> {
  while (await stream.next());
  return true;
}

async function news(customer_id: number, subject: string): Promise<void> {
  await notify(shop.ctx(), { customer_id, kind: "order_confirmed", subject, facts: { order_code: "K7M2QX9RTA" } });
}

test("an open page is notified at once, in its language, whichever process it is connected to", async () => {
  const [here, there] = processes as [Process, Process];
  const { id, token } = await lan();
  const [one, other] = [await listenAt(here, token), await listenAt(there, token, "en")];
  expect(one.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(one.answer.headers.get("cache-control")).toBe("no-store");
  expect(await one.next()).toEqual({ unread: 0, newest: null });
  await news(id, "A");
  expect((await until(one, 1)).newest?.title).toBe("Đơn hàng đã được xác nhận");
  expect((await until(other, 1)).newest?.title).toBe("Order confirmed");
  await shop.visitor({ token }).notifications.watchAll({});
  expect((await until(other, 0)).newest).toBeNull();
});

test("a caller without a session gets no stream, and no stream carries another account's notifications", async () => {
  const [here] = processes as [Process, Process];
  const stranger = await listenAt(here, "x".repeat(43));
  expect(stranger.answer.status).toBe(401);
  const { id, token } = await lan();
  const mine = await listenAt(here, token);
  await mine.next();
  await news(id + 1, "of another customer");
  await news(id, "mine");
  expect((await until(mine, 1)).newest?.title).toBe("Đơn hàng đã được xác nhận");
});

test("an account has six streams per process: a seventh closes the oldest", async () => {
  const [here] = processes as [Process, Process];
  const { token } = await lan();
  const first = await listenAt(here, token);
  await first.next();
  for (let number = 0; number < 6; number += 1) await (await listenAt(here, token)).next();
  expect(await ended(first)).toBe(true);
  expect(here.hub.count).toBe(6);
});

test("a signed-out device gets nothing more; a closed connection is released", async () => {
  const [here] = processes as [Process, Process];
  const [one, two] = [await lan(), await lan()];
  const [mine, other] = [await listenAt(here, one.token), await listenAt(here, two.token)];
  await mine.next();
  await other.next();
  await sql`delete from identity.sessions where id = ${one.session}`.execute(shop.sql);
  await here.hub.endDead();
  expect(await ended(mine)).toBe(true);
  other.stop();
  await expect.poll(() => here.hub.count).toBe(0);
});

test("signing out every device ends its streams in every process, with a last event", async () => {
  const [here, there] = processes as [Process, Process];
  const [one, two] = [await lan(), await lan()];
  const streams = [await listenAt(here, one.token), await listenAt(there, two.token)];
  for (const each of streams) await each.next();
  await shop.visitor({ token: one.token }).identity.signOutAll({});
  for (const each of streams) {
    expect(await ended(each)).toBe(true);
    expect(each.changes()).toBe(1);
  }
});

test("an open page is notified of a switched or revoked role", async () => {
  const [here] = processes as [Process, Process];
  const token = await shop.token("hoa");
  const stream = await listenAt(here, token);
  const hears = async (changes: number) => {
    while (stream.changes() < changes && (await stream.read()));
    expect(stream.changes()).toBe(changes);
  };
  await stream.next();
  await shop.visitor({ token }).identity.switchRole({ role: "customer" });
  await hears(1);
  await shop.visitor({ token }).identity.switchRole({ role: "collaborator" });
  await hears(2);
  await sql`delete from identity.roles where role = 'collaborator'`.execute(shop.sql);
  await here.hub.endDead();
  await hears(3);
  expect(here.hub.count).toBe(1);
});

test("a process that closes does not wait for open streams", async () => {
  const [here] = processes as [Process, Process];
  const { token } = await lan();
  const stream = await listenAt(here, token);
  await stream.next();
  await here.app.close();
  expect(await ended(stream)).toBe(true);
  processes = processes.slice(1);
});
