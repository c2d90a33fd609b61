/** Pages of the office: what one costs beside its bare statements, one person after the other. Goal: 100 ms beside them. */
import pg from "pg";
import { buildApp } from "server/http/app.ts";
import { mountOffice } from "server/http/office.ts";
import { requestContext } from "server/http/request-context.ts";
import { shopHandlers } from "server/shop.ts";
import { openStaffSession } from "server/staff/sessions.ts";
import type { Statement } from "./baseline.ts";
import type { Environment, Shop } from "./environment.ts";
import { measure } from "./measure.ts";
import { shopSeen } from "./statements.ts";
import { formatInteger, printLine, printRow, reportFailures } from "./table.ts";

const BASE = "/quan-tri";
const email = "bench@mutosi.example";
const WARM_UP = 300; // requests

export async function benchOffice(environment: Environment, shop: Shop, seconds: number): Promise<void> {
  const office = await openOffice(environment);
  const owner = await activeOwner(environment);
  const { token } = await openStaffSession(office.ctx(), owner);
  const cookie = `staff=${token}`;
  const pages = {
    "sign-in": ["/dang-nhap", ""],
    home: ["", cookie],
    "own account": ["/tai-khoan", cookie],
    "staff list": ["/nhan-vien", cookie],
    "one account": [`/nhan-vien/${owner}`, cookie],
    invitation: ["/nhan-vien/moi", cookie],
    roles: ["/vai-tro", cookie],
    "API keys": ["/khoa-api", cookie],
    settings: ["/cai-dat", cookie],
    "one setting": ["/cai-dat/warehouses", cookie],
    jobs: ["/viec-nen", cookie],
    maintenance: ["/bao-tri", cookie],
  } as const;
  printLine("Office: one request after the other; milliseconds by the clock, medians; CPU of Node");
  printRow("", "bytes", "statements", "they take", "page", "beside them", "p99", "CPU ms");
  for (const [name, [path, cookie]] of Object.entries(pages)) {
    const statements = await office.statementsOf(path, cookie);
    const bare = await bareMs(environment.url, statements, seconds);
    const headers = { "accept-encoding": "br", ...(cookie && { cookie }) };
    const answer = await fetch(shop.url + BASE + path, { headers });
    const bytes = Number(answer.headers.get("content-length")); // as they are sent
    await answer.body?.cancel();
    const load = { url: shop.url, paths: [BASE + path], headers, clients: 1, seconds, warm_up: WARM_UP };
    const page = await measure(load, shop.pid);
    printRow(
      name,
      formatInteger(bytes),
      statements.length,
      bare.toFixed(1),
      page.p50_ms.toFixed(1),
      (page.p50_ms - bare).toFixed(1),
      page.p99_ms.toFixed(1),
      (1000 / page.per_cpu_second).toFixed(1),
    );
    reportFailures(name, page.failed);
  }
  await office.close();
}

/** In this process, to see the statements of its pages. */
async function openOffice(environment: Environment) {
  const { sent, base, close } = shopSeen(environment);
  const app = await buildApp({ base, handlers: shopHandlers });
  await mountOffice(app, { base, handlers: shopHandlers, shopName: async () => "Mutosi" });
  return {
    ctx: () =>
      requestContext(base, { token: undefined, locale: "vi", client: "bench", request_id: "bench", actor: "command" })
        .ctx,
    /** Once the small lists are memoised. */
    async statementsOf(path: string, cookie: string): Promise<Statement[]> {
      const ask = () => app.inject({ url: BASE + path, headers: { cookie } });
      await ask();
      sent.length = 0;
      const { statusCode } = await ask();
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
      return [...sent];
    },
    async close(): Promise<void> {
      await app.close();
      await close();
    },
  };
}

/** An account that may open every page. Nobody can sign in as it: there is no password behind the hash. */
async function activeOwner({ sql: db }: Environment): Promise<number> {
  const now = new Date();
  const there = await db.selectFrom("staff.accounts").select("id").where("email", "=", email).executeTakeFirst();
  if (there) return there.id;
  const factors = { password_hash: "none", password_changed_at: now, totp_secret: Buffer.alloc(1), totp_set_at: now };
  const { id } = await db
    .insertInto("staff.accounts")
    .values({ email, full_name: "Bench", state: "active", created_at: now, joined_at: now, ...factors })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("staff.account_roles").values({ account_id: id, role: "owner" }).execute();
  return id;
}

/** The median of the statements alone, one after the other on one connection, as named statements. */
async function bareMs(url: string, statements: readonly Statement[], seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const began = performance.now();
    for (const [index, { text, values }] of statements.entries())
      await client.query({ name: `page_${index}`, text, values: [...values] });
    took.push(performance.now() - began);
  }
  await client.end();
  took.sort((one, other) => one - other);
  return took[Math.floor(took.length / 2)] ?? 0;
}
