/**
 * Baselines, each in a process of its own: a bare Fastify that sends the bytes of a response of the shop from memory, and bare
 * `pg` that runs the shop's statements as named statements and ignores the rows.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import pg from "pg";
import { spawnServer } from "./cores.ts";
import { end, pidOf } from "./environment.ts";
import { type Load, measure, type Rate } from "./measure.ts";

type Answer = { headers: Record<string, string>; body_base64: string };
export type Statement = { text: string; values: readonly unknown[] };

/** The rate of a bare server that sends the same bytes as the first of these paths. */
export async function baselineOf(load: Load): Promise<{ rate: Rate; bytes: number }> {
  const answer = await answerAt(load);
  const bare = child("serve", answer);
  try {
    const [port] = await once(bare.process.stdout, "data");
    const rate = await measure({ ...load, url: `http://127.0.0.1:${String(port).trim()}` }, pidOf(bare.process));
    return { rate, bytes: Buffer.from(answer.body_base64, "base64").length };
  } finally {
    await end(bare.process);
    bare.forget();
  }
}

/** How often a CPU-second of Node can run these statements by itself. */
export async function sqlBaseline(url: string, statements: readonly Statement[], seconds: number): Promise<number> {
  const bare = child("ask", { url, statements, seconds });
  try {
    const [said] = await once(bare.process.stdout, "data");
    return Number(said);
  } finally {
    await end(bare.process);
    bare.forget();
  }
}

function child(what: string, given: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "shop-bench-"));
  const file = join(folder, "given.json");
  writeFileSync(file, JSON.stringify(given));
  const server = spawnServer([import.meta.filename, what, file]);
  return { process: server, forget: () => rmSync(folder, { recursive: true }) };
}

async function answerAt({ url, paths: [path = ""], headers }: Load): Promise<Answer> {
  const [answer] = await once(get(url + path, { headers }), "response");
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
  const own = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);
  const headersOfShop = Object.entries(answer.headers as Record<string, string>).filter(([name]) => !own.has(name));
  return { headers: Object.fromEntries(headersOfShop), body_base64: Buffer.concat(parts).toString("base64") };
}

async function serve({ headers, body_base64 }: Answer): Promise<void> {
  const body = Buffer.from(body_base64, "base64");
  const app = fastify();
  app.get("/*", (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    reply.send(body);
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  process.stdout.write(`${new URL(address).port}\n`);
}

type Question = { url: string; statements: Statement[]; seconds: number };

async function ask({ url, statements, seconds }: Question): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  const onceOf = async () => {
    for (const [index, { text, values }] of statements.entries()) {
      await pool.query({ name: `asked_${index}`, text, values: [...values] });
    }
  };
  const forSeconds = async (some: number) => {
    const until = performance.now() + some * 1000;
    let times = 0;
    const asker = async () => {
      for (; performance.now() < until; times++) await onceOf();
    };
    await Promise.all(Array.from({ length: 8 }, asker));
    return times;
  };
  await forSeconds(2);
  const before = process.cpuUsage();
  const times = await forSeconds(seconds);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${(times * 1_000_000) / (user + system)}\n`);
  await pool.end();
}

if (import.meta.main) {
  const [what, file = ""] = process.argv.slice(2);
  const given = JSON.parse(readFileSync(file, "utf8"));
  await (what === "serve" ? serve(given as Answer) : ask(given as Question));
}
