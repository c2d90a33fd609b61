/**
 * Cached pages and memos are dropped in every process when what they show changes: `pages_changed` becomes a NOTIFY
 * inside the changing transaction, so nobody hears of a change that was undone and everybody hears of one that was not.
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import { type Listener, listen } from "./listen.ts";
import { dropMemos } from "./memo.ts";

const channel = "pages_changed";
/** PostgreSQL carries at most 8,000 bytes a notification. */
const MAX_BYTES = 7_000;

/** The reaction to `pages_changed`. Delivered when the surrounding transaction commits. */
export async function notifyPagesChanged(ctx: Ctx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  for (const part of portions([...new Set(tags)])) {
    await sql`select pg_notify(${channel}, ${part.join(" ")})`.execute(ctx.sql);
  }
}

function portions(tags: string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const tag of tags) {
    bytes += tag.length + 1;
    if (bytes > MAX_BYTES) {
      parts.push([]);
      bytes = tag.length + 1;
    }
    parts.at(-1)?.push(tag);
  }
  return parts;
}

/** While the connection is away changes go unheard, so everything is purged (`*`) once it is back. */
export function listenForPageChanges(url: string, log: Log, purge: (tags: readonly string[]) => void): Listener {
  const drop = (tags: readonly string[]) => {
    dropMemos(tags);
    purge(tags);
  };
  return listen(url, log, {
    channel,
    onHeard: (payload) => drop(payload.split(" ").filter(Boolean)),
    onBack: () => drop(["*"]),
  });
}
