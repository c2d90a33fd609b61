/**
 * Small reference lists (categories, provinces, menus, settings) cached in the process, so that a warm page pays no query
 * for them. Dropped by tag when `pages_changed` is received, in every process; never older than a minute all the same,
 * because a notification may be lost with its connection.
 */
import type { Ctx } from "../kernel/context.ts";

const OLDEST_MS = 60_000;

type Memo = { tags: readonly string[]; drop: () => void };
const memos = new Set<Memo>();

/** `load` once for all callers; a failed load is not cached. `tags` are cache tags, such as `menus`. */
export function memo<T>(tags: string | readonly string[], load: (ctx: Ctx) => Promise<T>): (ctx: Ctx) => Promise<T> {
  let byDatabase = new WeakMap<object, { value: Promise<T>; at: number }>();
  memos.add({
    tags: [tags].flat(),
    drop: () => {
      byDatabase = new WeakMap();
    },
  });
  return (ctx) => {
    // A transaction may have half changed the list: it reads its own copy (its ctx.sql is its own).
    const now = performance.now();
    const found = byDatabase.get(ctx.sql);
    if (found && now - found.at < OLDEST_MS) return found.value;
    const value = load(ctx);
    const lists = byDatabase;
    lists.set(ctx.sql, { value, at: now });
    value.catch(() => lists.delete(ctx.sql));
    return value;
  };
}

let changes = 0;

/** Grows with every change this process has received. */
export function changesHeard(): number {
  return changes;
}

/** Drops what carries one of the tags; `*` drops everything. */
export function dropMemos(tags: readonly string[]): void {
  changes += 1;
  for (const each of memos) if (tags.includes("*") || each.tags.some((tag) => tags.includes(tag))) each.drop();
}
