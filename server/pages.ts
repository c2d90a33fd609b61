/**
 * Cached pages and memos are dropped in every process when what they show changes: `pages_changed` becomes a NOTIFY
 * inside the changing transaction, so nobody hears of a change that was undone and everybody hears of one that was not.
 */
import { sql } from "kysely";
import pg from "pg";
import type { Ctx } from "./context.ts";
import type { Log } from "./log.ts";
import { dropMemos } from "./memo.ts";

const channel = "pages_changed";
/** PostgreSQL carries at most 8,000 bytes a notification. */
const most_bytes = 7_000;
const retry_ms = 1_000;

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
    if (bytes > most_bytes) {
      parts.push([]);
      bytes = tag.length + 1;
    }
    parts.at(-1)?.push(tag);
  }
  return parts;
}

type Listener = { close(): Promise<void> };

/**
 * Listens on a connection of its own and calls `purge` with the tags heard. While the connection is away changes go
 * unheard, so everything is purged (`*`) once it is back.
 */
export function listenForPageChanges(url: string, log: Log, purge: (tags: readonly string[]) => void): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  const drop = (tags: readonly string[]) => {
    dropMemos(tags);
    purge(tags);
  };
  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: "mutosi-shop pages", keepAlive: true });
    client = next;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || closed) return;
      lost = true;
      log.warn({ err: error, event: "pages_listener_lost" }, "page changes are not heard; connecting again");
      next.end().catch(() => undefined); // it is lost already
      drop(["*"]);
      setTimeout(connect, retry_ms).unref();
    };
    next.on("error", again);
    next.on("end", () => again());
    next.on("notification", ({ payload }) => drop((payload ?? "").split(" ").filter(Boolean)));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      drop(["*"]);
    } catch (error) {
      again(error as Error);
    }
  };
  void connect();
  return {
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
