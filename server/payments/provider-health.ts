/**
 * Requests to providers, and how they go: after five failures in a row a provider counts as down, for a minute and then for
 * longer, and its methods say so. The first request afterwards decides. rules/payments#methods
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { ask, TOTAL_MS } from "../platform/outgoing.ts";
import type { Http } from "./provider.ts";

const MAX_FAILURES = 5;
const DOWN_SECONDS = 60;
const MAX_DOWN_SECONDS = 600;

/** For the adapter of one provider. A timeout and a 5xx are failures. Never inside a transaction. */
export function httpOf(ctx: Ctx, provider: string): Http {
  return async (url, options) => {
    try {
      const { timeout_ms = TOTAL_MS } = options;
      const answer = await ask(url, { ...options, timeout_ms: Math.min(timeout_ms, ctx.config.provider_wait_ms) });
      await note(ctx, provider, answer.status < 500);
      return answer;
    } catch (error) {
      await note(ctx, provider, false);
      throw error;
    }
  };
}

async function note(ctx: Ctx, provider: string, isAnswer: boolean): Promise<void> {
  if (isAnswer) {
    await ctx.sql
      .updateTable("payments.provider_health")
      .set({ failures: 0, down_until: null })
      .where("provider", "=", provider)
      .where("failures", ">", 0)
      .execute();
    return;
  }
  const { rows } = await sql<{ failures: number }>`
    insert into payments.provider_health as h (provider, failures) values (${provider}, 1)
    on conflict (provider) do update set failures = h.failures + 1,
      down_until = case when h.failures + 1 >= ${MAX_FAILURES}
        then ${ctx.now}::timestamptz + make_interval(secs =>
          least(${MAX_DOWN_SECONDS}, ${DOWN_SECONDS} * 2 ^ least(h.failures + 1 - ${MAX_FAILURES}, 10))) end
    returning failures`.execute(ctx.sql);
  if (rows[0]?.failures === MAX_FAILURES) {
    ctx.log.error(
      { event: "provider_down", provider },
      "a payment provider does not answer; its methods are not offered",
    );
  }
}

/** Names of those that count as down now. */
export async function providersDown(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.sql
    .selectFrom("payments.provider_health")
    .select("provider")
    .where("down_until", ">", ctx.now)
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}
