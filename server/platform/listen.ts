/**
 * Listens to `pg_notify` of other processes on a connection of its own. While the connection is lost nothing is
 * received, so `onBack` is called once it is back: caches are then dropped.
 */
import pg from "pg";
import type { Log } from "../kernel/log.ts";

const RETRY_MS = 1_000;

export type Listener = { close(): Promise<void> };

type Hearing = { channel: string; onHeard: (payload: string) => void; onBack: () => void };

export function listen(url: string, log: Log, { channel, onHeard, onBack }: Hearing): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, application_name: `mutosi-shop ${channel}`, keepAlive: true });
    client = next;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || closed) return;
      lost = true;
      log.warn({ err: error, event: "listener_lost", channel }, "listener lost; connecting again");
      next.end().catch(() => undefined); // it is lost already
      onBack();
      setTimeout(connect, RETRY_MS).unref();
    };
    next.on("error", again);
    next.on("end", () => again());
    next.on("notification", ({ payload }) => onHeard(payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onBack();
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
