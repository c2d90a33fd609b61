/**
 * A whole shop for a test: its own database, its own clock, and visitors who keep their session as a browser keeps a
 * cookie. Calls go through the same `handle` as the wire's; failures arrive as WireFailure.
 */
import { type CallOptions, client } from "contract/call.ts";
import type { Contract, Shop } from "contract/contract.ts";
import type { Locale } from "contract/locale.ts";
import { loadConfig } from "./config.ts";
import type { Ctx } from "./context.ts";
import { inProcess } from "./handle.ts";
import { createLog } from "./log.ts";
import { announce } from "./reactions.ts";
import { shopTable } from "./shop.ts";
import { testDatabase } from "./test.ts";
import { type Base, visiting } from "./visit.ts";

type Person = { locale?: Locale; client?: string; token?: string };
type Options = { max?: number; onQuery?: (text: string) => void; now?: Date };

export type TestShop = Awaited<ReturnType<typeof testShop>>;

export async function testShop(options: Options = {}) {
  const database = await testDatabase(options);
  let now = options.now ?? new Date();
  const config = {
    ...loadConfig({ NODE_ENV: "test", DATA_DIR: process.env.TEST_DATA_DIR ?? ".data/test" }),
    limit_factor: 100_000,
  };
  const log = createLog({ level: "fatal", format: "text" });
  const base: Base = { sql: database.sql, config, log, announce, clock: () => now };
  const visit = (person: Person, token: string | undefined) =>
    visiting(base, { token, locale: person.locale ?? "vi", client: person.client ?? "test", request_id: "test" });
  return {
    ...database,
    base,
    /** Somebody without an account; the session of the first write is kept for the next calls. */
    visitor(person: Person = {}): Shop {
      let token = person.token;
      return client<Contract>(async (name: string, input: unknown, call?: CallOptions) => {
        const { ctx, newToken } = visit(person, token);
        const answer = await inProcess(shopTable, () => ctx)(name, input, call);
        token = newToken() ?? token;
        return answer;
      });
    },
    /** For calling a domain's own functions, as jobs and the command line do. */
    ctx: (person: Person = {}): Ctx => visit(person, person.token).ctx,
    /** Moves the shop's clock; nothing sleeps. */
    later(milliseconds: number): void {
      now = new Date(now.getTime() + milliseconds);
    },
    get now(): Date {
      return now;
    },
  };
}
