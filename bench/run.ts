/**
 * `bin/bench [seconds]`: how many home, list and product pages one CPU-second of the shop serves, kept and made anew,
 * beside a bare server that sends the same bytes. Only ratios of one run mean anything; gaps under 15 % do not.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { measure, type Rate } from "./measure.ts";

const ROOT = resolve(import.meta.dirname, "..");
const seconds = Number(process.argv[2] ?? 5);
const encoding = "accept-encoding=br";
/** Somebody to whom the page before left a word gets a page made for him alone, past every store of pages. */
const own_page = "cookie=flash=x";
const folder = mkdtempSync(join(tmpdir(), "shop-bench-"));

const port = await freePort();
const shop = await startShop();
try {
  const pages = await findPages(`http://127.0.0.1:${port}`);
  print("page", "bytes", "floor", "kept", "of floor", "made anew", "of floor");
  for (const [name, url] of pages) {
    const page = await fetchPage(url);
    const floor = await measureFloor(page);
    const kept = await measure(url, pidOf(shop), seconds, [encoding]);
    const fresh = await measure(url, pidOf(shop), seconds, [encoding, own_page]);
    print(name, page.bytes, rate(floor), rate(kept), share(kept, floor), rate(fresh), share(fresh, floor));
    const failed = kept.failed + fresh.failed;
    if (failed > 0) {
      process.stdout.write(`  ${failed} requests of this page failed: these figures mean nothing\n`);
      process.exitCode = 1;
    }
  }
  process.stdout.write("Requests per CPU-second of the serving process; bytes as sent, brotli.\n");
} finally {
  shop.kill("SIGTERM");
  await once(shop, "exit");
  rmSync(folder, { recursive: true });
}

async function startShop(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: join(ROOT, ".data", "bench"),
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
  };
  const child = spawn(process.execPath, ["main.ts"], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    if (child.exitCode !== null) throw new Error("The shop did not start");
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined); // not listening yet
    if (answer?.ok) return child;
    await pause(50);
  }
}

/** The list is the first category home links to that has products; the product is its first. */
async function findPages(shop_url: string): Promise<[string, string][]> {
  const home = await (await fetch(shop_url)).text();
  const categories = new Set([...home.matchAll(/href="(\/san-pham\/[a-z0-9-]+)"/g)].map(([, path = ""]) => path));
  for (const list of categories) {
    const html = await (await fetch(shop_url + list)).text();
    const product = /href="(\/san-pham\/[a-z0-9-]+\/[a-z0-9-]+)"/.exec(html)?.[1];
    if (product)
      return [
        ["home", `${shop_url}/`],
        ["list", shop_url + list],
        ["product", shop_url + product],
      ];
  }
  throw new Error("Home links to no category with products");
}

type Page = { headers: Record<string, string>; body: Buffer; bytes: number };

async function fetchPage(url: string): Promise<Page> {
  const { get } = await import("node:http");
  const [answer] = await once(get(url, { headers: { "accept-encoding": "br" } }), "response");
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const body = Buffer.concat(parts);
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
  const own = new Set(["connection", "keep-alive", "date", "content-length", "transfer-encoding"]);
  const headers = Object.entries(answer.headers as Record<string, string>).filter(([name]) => !own.has(name));
  return { headers: Object.fromEntries(headers), body, bytes: body.length };
}

async function measureFloor({ headers, body }: Page): Promise<Rate> {
  const file = join(folder, "page.json");
  writeFileSync(file, JSON.stringify({ headers, body_base64: body.toString("base64") }));
  const bare = spawn(process.execPath, [join(import.meta.dirname, "floor.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [bare_port] = await once(bare.stdout, "data");
    return await measure(`http://127.0.0.1:${String(bare_port).trim()}/`, pidOf(bare), seconds, [encoding]);
  } finally {
    bare.kill();
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("The process did not start");
  return pid;
}

function rate({ per_cpu_second }: Rate): string {
  return Math.round(per_cpu_second).toLocaleString("en");
}

function share(one: Rate, floor: Rate): string {
  return `${((100 * one.per_cpu_second) / floor.per_cpu_second).toFixed(1)} %`;
}

function print(...cells: (string | number)[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(9) : String(cell).padStart(11))).join("")}\n`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no loopback port");
  return address.port;
}
