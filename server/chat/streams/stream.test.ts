/** Event streams of a chat: nothing is lost or doubled over a hundred cuts, two processes, two tabs and a restart. rules/chat#delivery */
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ChatMessage } from "contract/chat/chat.ts";
import type { Shop } from "contract/contract.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildApp, localeOf, tokenOf } from "../../http/app.ts";
import { requestContext } from "../../http/request-context.ts";
import { shopHandlers } from "../../shop.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { adviser, clientId, OPEN, person } from "../test-chat.ts";
import { type ChatStreams, chatStreams } from "./stream.ts";
import { serveChatStreams } from "./stream-route.ts";

type Process = { app: FastifyInstance; hub: ChatStreams; url: string };

let shop: TestShop;
let my: Shop;
let processes: Process[] = [];
const readers: AbortController[] = [];

beforeAll(async () => {
  shop = await testShop({ max: 12, now: OPEN });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from chat.conversations`.execute(shop.sql);
  my = await adviser(shop);
  processes = [await oneProcess(), await oneProcess()];
});
afterEach(async () => {
  for (const each of readers.splice(0)) each.abort();
  await Promise.all(processes.map(({ app }) => app.close()));
});

async function oneProcess(): Promise<Process> {
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const hub = chatStreams({ url: shop.url, log: shop.base.log, ctxOf: (locale) => shop.ctx({ locale }) });
  const origin = (request: Parameters<typeof localeOf>[0] & { ip: string; id: string }) => ({
    locale: localeOf(request),
    client: request.ip,
    request_id: request.id,
  });
  serveChatStreams(app, hub, {
    ctxOf: (request) =>
      requestContext(shop.base, { ...tokenOf(request, {}, shop.base.config), ...origin(request) }).ctx,
    staffCtxOf: (request, token) => requestContext(shop.base, { token, is_staff: true, ...origin(request) }).ctx,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, hub, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

type Event = { id: number | null; name: string; data: unknown };

/** Reads a stream event by event; null at its end. */
async function listenAt({ url }: Process, path: string, headers: Record<string, string>) {
  const stop = new AbortController();
  readers.push(stop);
  const answer = await fetch(`${url}${path}`, { headers, signal: stop.signal });
  if (!answer.ok) await answer.text(); // an unread answer would hold its connection
  const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let text = "";
  async function next(): Promise<Event | null> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const data = field("data");
        if (data !== undefined)
          return {
            id: field("id") === undefined ? null : Number(field("id")),
            name: field("event") ?? "",
            data: JSON.parse(data),
          };
        continue;
      }
      const part = await reader?.read().catch(() => undefined); // cut
      if (!part || part.done) return null;
      text += part.value;
    }
  }
  return { answer, next, stop: () => stop.abort() };
}

type Line = Awaited<ReturnType<typeof listenAt>>;

async function message(line: Line): Promise<ChatMessage> {
  for (;;) {
    const event = await line.next();
    if (!event) throw new Error("the stream ended");
    if (event.name === "message") return event.data as ChatMessage;
  }
}

async function begun() {
  const token = await shop.token("lan");
  const lan = shop.visitor({ token });
  const { id } = await lan.chat.start({ ...person, text: "Xin chào", client_id: clientId() });
  const connect = (process: Process, after: number | null, headers: Record<string, string> = {}) =>
    listenAt(process, `/v1/client/chat/${id}/events`, {
      cookie: `session_id=${token}`,
      ...(after !== null && { "last-event-id": String(after) }),
      ...headers,
    });
  return { token, lan, id, connect };
}

test("a message reaches both tabs, whichever process they are connected to, in the order of its number", async () => {
  const [here, there] = processes as [Process, Process];
  const { id, connect } = await begun();
  const [one, two] = [await connect(here, null), await connect(there, 1)];
  expect(one.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await message(one)).toMatchObject({ seq: 1, text: "Xin chào" });
  await my.chat.answer({ id, client_id: clientId(), text: "Chào chị" });
  for (const tab of [one, two]) expect(await message(tab)).toMatchObject({ seq: 2, from: "staff", text: "Chào chị" });
});

test("cut a hundred times while both sides write, a reader that names its last number has every message once", async () => {
  const { lan, id, connect } = await begun();
  await my.chat.take({ id });
  const TOTAL = 60;
  const writing = (async () => {
    for (let n = 2; n <= TOTAL; n += 1) {
      const client_id = clientId();
      if (n % 2 === 0) await my.chat.answer({ id, client_id, text: `Tin ${n}` });
      else {
        await lan.chat.send({ id, client_id, text: `Tin ${n}` });
        await lan.chat.send({ id, client_id, text: `Tin ${n}` }); // its answer was lost
      }
    }
  })();
  const got: number[] = [];
  let last = 0;
  let cuts = 0;
  while (cuts < 100 || last < TOTAL) {
    const line = await connect(processes[cuts % 2] as Process, last === 0 ? null : last);
    const wanted = cuts < 100 ? cuts % 3 : Number.POSITIVE_INFINITY;
    for (let read = 0; read < wanted && last < TOTAL; read += 1) {
      if (cuts < 100 && last >= cuts * 0.6 + 1) break;
      const { seq } = await message(line);
      got.push(seq);
      last = seq;
    }
    line.stop();
    cuts += 1;
  }
  await writing;
  expect(cuts).toBeGreaterThanOrEqual(100);
  expect(got).toEqual(Array.from({ length: TOTAL }, (_, n) => n + 1));
  const { messages } = await lan.chat.conversation({ id });
  expect(messages.map(({ text }) => text).slice(1)).toEqual(
    Array.from({ length: TOTAL - 1 }, (_, n) => `Tin ${n + 2}`),
  );
});

test("a process that ends loses nothing: its readers go on from their number at the next one", async () => {
  const [here, there] = processes as [Process, Process];
  const { id, connect } = await begun();
  const line = await connect(here, null);
  expect((await message(line)).seq).toBe(1);
  await here.app.close();
  processes = [there];
  while (await line.next());
  await my.chat.answer({ id, client_id: clientId(), text: "Trong lúc đó" });
  expect(await message(await connect(there, 1))).toMatchObject({ seq: 2, text: "Trong lúc đó" });
});

test("what no notification told of is found by looking", async () => {
  const [here] = processes as [Process];
  const { id, connect } = await begun();
  const line = await connect(here, null);
  await message(line);
  await sql`insert into chat.messages (conversation_id, seq, client_id, side, text, at)
    select id, 2, ${clientId()}, 'customer', 'Không ai báo', ${shop.now} from chat.conversations where code = ${id}`.execute(
    shop.sql,
  );
  await sql`update chat.conversations set last_seq = 2, version = version + 1 where code = ${id}`.execute(shop.sql);
  await here.hub.lookAround();
  expect((await message(line)).text).toBe("Không ai báo");
});

test("nobody else has a stream of it, and typing is passed on without being stored", async () => {
  const [here] = processes as [Process];
  const { lan, id, connect } = await begun();
  const stranger = await listenAt(here, `/v1/client/chat/${id}/events`, {
    cookie: `session_id=${await shop.token("minh")}`,
  });
  const nobody = await listenAt(here, `/v1/client/chat/${id}/events`, {});
  expect([stranger.answer.status, nobody.answer.status]).toEqual([404, 404]);
  const line = await connect(here, null);
  await my.chat.take({ id });
  const staff = await listenAt(here, "/v1/staff/chats/events", {
    authorization: `Bearer ${await shop.staffToken("my")}`,
  });
  await staff.next();
  const before = await lan.chat.conversation({ id });
  // Nothing of it is stored: what is sent before a process has begun to listen is not heard, so a typist repeats it.
  const heard = Promise.all([until(line, "typing"), until(staff, "typing")]).then(() => true);
  do {
    await my.chat.staffTyping({ id });
    await lan.chat.typing({ id });
  } while (!(await Promise.race([heard, pause(500, false)])));
  expect((await lan.chat.conversation({ id })).last_seq).toBe(before.last_seq);
  const customer = await listenAt(here, "/v1/staff/chats/events", {
    authorization: `Bearer ${await shop.token("lan")}`,
  });
  expect(customer.answer.status).toBe(401);
  const unable = await listenAt(here, "/v1/staff/chats/events", {
    authorization: `Bearer ${await shop.staffToken("toan")}`,
  });
  expect(unable.answer.status).toBe(403);
});

async function until(line: Line, name: string): Promise<void> {
  for (;;) {
    const event = await line.next();
    if (!event) throw new Error("the stream ended");
    if (event.name === name) return;
  }
}

test("a signed-out browser gets nothing more, and a closed connection is released", async () => {
  const [here] = processes as [Process];
  const { lan, connect } = await begun();
  const [line, other] = [await connect(here, null), await connect(here, null)];
  await message(line);
  other.stop();
  await expect.poll(() => here.hub.count).toBe(1);
  await lan.identity.logout({});
  await here.hub.endDead();
  while (await line.next());
  await expect.poll(() => here.hub.count).toBe(0);
});
