/**
 * The notification stream of open pages: server-sent events, one line of state at a time (how much is unread, and the
 * newest of it), so nothing is lost when a line was missed. Every process receives every change by NOTIFY and sends it
 * to its own streams. WHATWG HTML 9.2; docs/decisions/0150
 */
import { PassThrough } from "node:stream";
import { ShopError } from "contract/errors.ts";
import type { Role } from "contract/identity/accounts.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import { listen } from "../platform/listen.ts";
import { NEWS_CHANNEL, unreadOf } from "./notifications.ts";

// ASSUMED(0150): a browser needs one (its tabs share it), a person a few; more is a fault somewhere.
const MAX_PER_PERSON = 6;
const MAX_PER_PROCESS = 2000;
/** Below the 30 s after which proxies commonly think a silent answer dead. */
const HEARTBEAT_MS = 25_000;
const RECONNECT_MS = 5_000;
/** A reader that takes nothing is let go before it fills the memory. */
const MAX_WAITING_BYTES = 64 * 1024;

type Holder = { customer_id: number; session_id: number; active_role: Role };
type Stream = Holder & { locale: Locale; out: PassThrough };

export type Streams = ReturnType<typeof streams>;

export function streams(options: { url: string; log: Log; ctxOf: (locale: Locale) => Ctx }) {
  const { log, ctxOf } = options;
  const open = new Map<number, Set<Stream>>();
  /** Customers whose state is being read; true: it changed again meanwhile. */
  const reading = new Map<number, boolean>();
  let count = 0;
  let closed = false;

  const ear = listen(options.url, log, {
    channel: NEWS_CHANNEL,
    onHeard: (payload) => refresh(Number(payload)),
    onBack: () => {
      for (const customer_id of open.keys()) refresh(customer_id);
    },
  });
  const beat = setInterval(() => {
    for (const each of all()) say(each, ":\n\n");
    endDead().catch((error: unknown) => log.warn({ err: error }, "open streams were not checked"));
  }, HEARTBEAT_MS);
  beat.unref();

  const all = (): Stream[] => [...open.values()].flatMap((set) => [...set]);

  function say({ out }: Stream, text: string): void {
    if (out.writableLength > MAX_WAITING_BYTES) out.destroy();
    else if (!out.writableEnded) out.write(text);
  }

  /**
   * Reads what is unread, once a language, and sends it to every stream of the account; a change meanwhile is read
   * again.
   */
  function refresh(customer_id: number): void {
    if (!open.has(customer_id)) return;
    if (reading.has(customer_id)) {
      reading.set(customer_id, true);
      return;
    }
    reading.set(customer_id, false);
    tellAll(customer_id)
      .catch((error: unknown) => log.warn({ err: error }, "notification streams could not be updated"))
      .finally(() => {
        const again = reading.get(customer_id);
        reading.delete(customer_id);
        if (again) refresh(customer_id);
      });
  }

  async function tellAll(customer_id: number): Promise<void> {
    await endDead(open.get(customer_id));
    const listeners = [...(open.get(customer_id) ?? [])];
    for (const locale of new Set(listeners.map((each) => each.locale))) {
      const text = eventOf(await unreadOf(ctxOf(locale), customer_id));
      for (const each of listeners) if (each.locale === locale) say(each, text);
    }
  }

  /** Streams of sessions that have ended, here or from elsewhere, close; a page whose role has changed is notified. */
  async function endDead(among: Iterable<Stream> = all()): Promise<void> {
    const checked = [...among];
    const ids = [...new Set(checked.map(({ session_id }) => session_id))];
    if (ids.length === 0) return;
    const ctx = ctxOf("vi");
    const { rows } = await sql<{ id: number; active_role: Role }>`
      select s.id, coalesce((select r.role from identity.roles r where r.customer_id = s.customer_id
        and r.role = s.active_role and r.agent_id = s.agent_id), 'customer') as active_role
      from identity.sessions s join identity.customers c on c.id = s.customer_id and c.status = 'active'
      where s.id = any(${ids}::bigint[]) and s.expires_at > ${ctx.now}`.execute(ctx.sql);
    const living = new Map(rows.map(({ id, active_role }) => [id, active_role]));
    for (const each of checked) {
      const role = living.get(each.session_id);
      if (role === each.active_role) continue;
      say(each, sessionEvent(role ?? null));
      if (role) each.active_role = role;
      else each.out.end();
    }
  }

  return {
    /** Begins with the state as it is. Throws unavailable when the process has all it can hold. */
    async open(ctx: Ctx, who: Holder): Promise<PassThrough> {
      if (closed || count >= MAX_PER_PROCESS) throw new ShopError("unavailable", { retry_after_seconds: 30 });
      const stream: Stream = { ...who, locale: ctx.locale, out: new PassThrough() };
      const mine = open.get(who.customer_id) ?? new Set();
      open.set(who.customer_id, mine.add(stream));
      count += 1;
      stream.out.on("close", () => {
        count -= 1;
        mine.delete(stream);
        if (mine.size === 0 && open.get(who.customer_id) === mine) open.delete(who.customer_id);
      });
      const oldest = [...mine].slice(0, Math.max(0, mine.size - MAX_PER_PERSON));
      for (const each of oldest) each.out.end();
      stream.out.write(`retry: ${RECONNECT_MS}\n\n${sessionEvent(who.active_role)}`);
      refresh(who.customer_id);
      return stream.out;
    },
    endDead,
    /** Every stream ends; browsers come back to another process, or to this one's successor. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(beat);
      for (const each of all()) each.out.end();
      await ear.close();
    },
    get count(): number {
      return count;
    },
  };
}

/** A page that knows another role asks who is signed in now; null before the end, so that it asks at once. */
const sessionEvent = (active_role: Role | null): string =>
  `event: session\ndata: ${JSON.stringify({ active_role })}\n\n`;

function eventOf(state: unknown): string {
  return `event: notifies\ndata: ${JSON.stringify(state)}\n\n`;
}
