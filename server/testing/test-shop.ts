/**
 * A whole shop for a test: its own database, its own clock, and visitors who keep their session as a browser keeps a
 * cookie. Calls go through the same `handle` as the wire's; failures arrive as WireFailure.
 */
import { type CallOptions, client } from "contract/client.ts";
import type { Contract, Shop } from "contract/contract.ts";
import type { Role } from "contract/identity/accounts.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { inProcess } from "../calls/handle.ts";
import { type Base, requestContext } from "../http/request-context.ts";
import { openCustomerSession } from "../identity/sessions.ts";
import { type Actor, actingAs } from "../kernel/actor.ts";
import { type Config, loadConfig } from "../kernel/config.ts";
import type { Ctx, Machine } from "../kernel/context.ts";
import { createLog } from "../kernel/log.ts";
import { announce } from "../reactions.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { isStaffToken, openStaffSession } from "../staff/sessions.ts";
import { type TestDatabase, testDatabase } from "../test.ts";
import { testKeys } from "./test-environment.ts";

type Person = { locale?: Locale; client?: string; token?: string; machine?: Machine };
/** Who acts where no session does: by default the command line. */
type Worker = Person & { actor?: Actor };
/** Their keys in db/data/identity/people.json. */
export type DemoAccountKey =
  | "lan"
  | "minh"
  | "hoa"
  | "tuan"
  | "cau-giay"
  | "kim"
  | "sato"
  | "john"
  | "ngoc"
  | "quang"
  | "an";

/** Their keys in db/data/staff/staff.json. */
export type DemoStaffKey =
  | "an"
  | "suong"
  | "ngoc"
  | "quang"
  | "quynh"
  | "chi"
  | "my"
  | "loc"
  | "sen"
  | "toan"
  | "loi"
  | "thu"
  | "vinh"
  | "nga";

const ofStaff = (token: string | undefined) => (token && isStaffToken(token) ? { is_staff: true } : {});

async function demoAccount(
  ctx: Ctx,
  key: DemoAccountKey,
): Promise<{ id: number; active_role: Role; agent_id: string }> {
  const { rows } = await sql<{ id: number; active_role: Role; agent_id: string }>`
    select c.id, coalesce(r.role, 'customer') as active_role, coalesce(r.agent_id, '') as agent_id
    from identity.customers c
      left join lateral (select role, agent_id from identity.roles where customer_id = c.id order by granted_at, role limit 1) r on true
    where c.email = ${`${key}@mutosi.example`}`.execute(ctx.sql);
  if (!rows[0]) throw new Error(`there is no demo account ${key}`);
  return rows[0];
}

type Options = {
  max?: number;
  onQuery?: (text: string) => void;
  timeout_factor?: number;
  now?: Date;
  /** Instead of a clone of the template. */
  database?: TestDatabase;
  /** The demo's programmes apply; else none does, so that a cart costs what the test put into it. */
  programmes?: boolean;
  /** What differs from the configuration of a test; `limit_factor: 1` where limits are what is tested. */
  config?: Partial<Config>;
};

export type TestShop = Awaited<ReturnType<typeof testShop>>;

export async function testShop(options: Options = {}) {
  const database = options.database ?? (await testDatabase(options));
  if (!options.programmes) await sql`delete from promotions.promotions where kind = 'programme'`.execute(database.sql);
  let now = options.now ?? new Date();
  const config = {
    ...loadConfig({ NODE_ENV: "test", DATA_DIR: process.env.TEST_DATA_DIR ?? ".data/test" }),
    limit_factor: 100_000,
    ...testKeys,
    ...options.config,
  };
  const log = createLog({ level: "fatal", format: "text" });
  const base: Base = { sql: database.sql, config, log, announce, settings, clock: () => now };
  const origin = ({ locale = "vi", client = "test", machine }: Person, token: string | undefined) =>
    requestContext(base, { token, ...ofStaff(token), locale, client, request_id: "test", ...(machine && { machine }) });
  return {
    ...database,
    base,
    /** A visitor without an account; the session of the first write is used for the next calls. */
    visitor(person: Person = {}): Shop {
      let token = person.token;
      return client<Contract>(async (name: string, input: unknown, call?: CallOptions) => {
        const { ctx, newToken } = origin(person, token);
        const answer = await inProcess(shopHandlers, () => ctx)(name, input, call);
        token = newToken() ?? token;
        return answer;
      });
    },
    /** One of the demo accounts of db/data/identity, signed in on a device of their own: `await shop.as("lan")`. */
    async as(key: DemoAccountKey, person: Person = {}): Promise<Shop> {
      return this.visitor({ ...person, token: await this.token(key, person) });
    },
    /** The token of a new session of a demo account, for requests over HTTP. */
    async token(key: DemoAccountKey, person: Person = {}): Promise<string> {
      const { ctx } = origin(person, undefined);
      const { id, active_role, agent_id } = await demoAccount(ctx, key);
      const session = await openCustomerSession(ctx, {
        customer_id: id,
        active_role,
        agent_id,
        device: "test",
      });
      return session.token;
    },
    /** A member of the demo's staff, signed in a moment ago: `await shop.staff("an")`. */
    async staff(key: DemoStaffKey, person: Person = {}): Promise<Shop> {
      return this.visitor({ ...person, token: await this.staffToken(key, person) });
    },
    async staffToken(key: DemoStaffKey, person: Person = {}): Promise<string> {
      const { ctx } = origin(person, undefined);
      return (await openStaffSession(ctx, await this.staffId(key))).token;
    },
    async staffId(key: DemoStaffKey): Promise<number> {
      const { id } = await database.sql
        .selectFrom("staff.accounts")
        .select("id")
        .where("email", "=", `${key}@mutosi.example`)
        .executeTakeFirstOrThrow();
      return id;
    },
    /** For calling a domain's own functions, as jobs and the command line do. */
    ctx: ({ actor = "command", ...person }: Worker = {}): Ctx =>
      person.token === undefined ? actingAs(origin(person, undefined).ctx, actor) : origin(person, person.token).ctx,
    /** Moves the shop's clock; nothing sleeps. */
    advanceClock(milliseconds: number): void {
      now = new Date(now.getTime() + milliseconds);
    },
    get now(): Date {
      return now;
    },
  };
}
