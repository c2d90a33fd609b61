/** The banks of the country, as NAPAS numbers them: a small list that changes with a release, so each process caches it. */
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";

export type Bank = { code: string; short_name: string; name: string };

/** In the order people look for them. */
export const banks: (ctx: Ctx) => Promise<Bank[]> = memo("banks", (ctx) =>
  ctx.sql.selectFrom("payments.banks").select(["code", "short_name", "name"]).orderBy("position").execute(),
);
