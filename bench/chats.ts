/**
 * What open chats cost a process: resident memory before and with them, and how long a message takes from its post to the
 * stream of its conversation, beside a bare event on the same machine. Goal: 1,000 chats in 150 MB, 200 ms.
 */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { residentBytes } from "./cpu.ts";
import type { Environment, Shop } from "./environment.ts";
import { formatMegabytes, printLine, printRow } from "./table.ts";

const MESSAGES = 100;
const SETTLE_MS = 10_000;

type Chat = { code: string; token: string };

export async function benchChats({ sql: db }: Environment, { url, pid }: Shop, count: number): Promise<void> {
  const chats = Array.from({ length: count }, () => ({ code: random(), token: random() }));
  for (const { code, token } of chats) {
    const hash = createHash("sha256").update(token).digest();
    await sql`with visitor as (insert into identity.sessions (token_hash, kind, created_at, last_seen_at, expires_at)
        values (${hash}, 'visitor', now(), now(), now() + interval '1 day') returning id)
      insert into chat.conversations (code, session_id, phone, city_code, locale, state, created_at, due_at, customer_at, last_at)
      select ${code}, id, '+84590000011', '01', 'vi', 'waiting', now(), now(), now(), now() from visitor`.execute(db);
  }
  const before = residentBytes(pid);
  const streams = await Promise.all(chats.map((chat) => openStream(url, chat)));
  await pause(SETTLE_MS);
  const open = residentBytes(pid);
  const taken: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const place = (n * 7) % count;
    const [chat, stream] = [chats[place], streams[place]];
    if (chat && stream) taken.push(await timeOf(url, chat, stream));
  }
  for (const stream of streams) stream.close();
  const bare = await bareMs();
  printLine(`${count} open chats on one process`);
  printRow("", "before", "open", "more", "message, median ms", "bare event, ms");
  const cells = [formatMegabytes(before), formatMegabytes(open), formatMegabytes(open - before)];
  printRow("", ...cells, median(taken).toFixed(1), bare.toFixed(1));
  await sql`delete from chat.conversations where code = any (${chats.map(({ code }) => code)}::text[])`.execute(db);
}

const random = (): string => randomBytes(16).toString("base64url");
const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

type Stream = { next(): Promise<void>; close(): void };

function openStream(url: string, { code, token }: Chat): Promise<Stream> {
  return new Promise((done, fail) => {
    const asked = request(`${url}/v1/client/chat/${code}/events`, { headers: { cookie: `session_id=${token}` } });
    asked.on("error", fail);
    asked.on("response", (answer) => {
      let heard = () => {};
      answer.on("data", (part: Buffer) => {
        if (part.includes("event: message")) heard();
      });
      answer.on("error", () => undefined); // closed by us
      const next = () =>
        new Promise<void>((go) => {
          heard = go;
        });
      done({ next, close: () => asked.destroy() });
    });
    asked.end();
  });
}

async function timeOf(url: string, { code, token }: Chat, stream: Stream): Promise<number> {
  const body = JSON.stringify({ client_id: random(), text: "Máy này dùng nước giếng được không?" });
  const headers = { cookie: `session_id=${token}`, "content-type": "application/json" };
  const heard = stream.next();
  const began = performance.now();
  const answer = await fetch(`${url}/v1/client/chat/${code}/messages`, { method: "POST", headers, body });
  await answer.body?.cancel();
  await heard;
  return performance.now() - began;
}

/** One event of a server that does nothing else. */
async function bareMs(): Promise<number> {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    const at = performance.now();
    answer.end(`data: ${at}\n\n`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const taken: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    const began = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    taken.push(performance.now() - began);
  }
  server.close();
  return median(taken);
}
