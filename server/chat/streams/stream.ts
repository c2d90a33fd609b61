/**
 * Event streams of open chats. A stream sends each message once, in the order of `seq`, from the number its reader has; what
 * was committed alone, in whichever process. Every process hears of a change by NOTIFY on one connection, and looks by itself
 * every 5 s. WHATWG HTML 9.2; rules/chat#delivery; docs/decisions/0394
 */
import { PassThrough } from "node:stream";
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { Log } from "../../kernel/log.ts";
import { listen } from "../../platform/listen.ts";
import { findStaffSession } from "../../staff/sessions.ts";
import { type ConversationRow, conversationColumns } from "../conversation-row.ts";
import { CHAT_CHANNEL, type ChatNews } from "../news.ts";
import { noteSign } from "../presence.ts";
import { messagesAfter, shownMessages, shownState } from "../shown.ts";

// ASSUMED(0394): a person has a few tabs; more is a fault somewhere.
const MAX_PER_CONVERSATION = 6;
const MAX_PER_PROCESS = 2_000;
/** Below the 30 s after which proxies commonly think a silent answer dead. */
const HEARTBEAT_MS = 25_000;
const LOOK_MS = 5_000;
/** A reader comes back after 1 to 30 s, by chance, so that not all come at once. */
const RETRY_MS = { least: 1_000, span: 29_000 };
/** A reader that takes nothing is let go before it fills the memory; it comes back from its last number. */
const MAX_WAITING_BYTES = 64 * 1024;

/** `sent`: the last number this reader has. */
type CustomerLine = { session_id: number; locale: Locale; sent: number; version: number; out: PassThrough };
type StaffLine = { staff_id: number; token: string; out: PassThrough };

export type ChatStreams = ReturnType<typeof chatStreams>;

export function chatStreams(options: { url: string; log: Log; ctxOf: (locale: Locale) => Ctx }) {
  const { log, ctxOf } = options;
  const open = new Map<number, Set<CustomerLine>>();
  const staff = new Set<StaffLine>();
  /** Conversations that are being read; true: changed again meanwhile. */
  const reading = new Map<number, boolean>();
  let inbox = "";
  let count = 0;
  let closed = false;

  const ear = listen(options.url, log, {
    channel: CHAT_CHANNEL,
    onHeard: (payload) => hear(JSON.parse(payload) as ChatNews),
    onBack: () => {
      for (const id of open.keys()) refresh(id);
      for (const line of staff) say(line.out, changed(null));
    },
  });
  const report = (error: unknown) => log.warn({ err: error }, "chat streams could not be updated");
  const look = setInterval(() => void lookAround().catch(report), LOOK_MS);
  const beat = setInterval(() => void keepAlive().catch(report), HEARTBEAT_MS);
  look.unref();
  beat.unref();

  const lines = (): CustomerLine[] => [...open.values()].flatMap((set) => [...set]);

  function say(out: PassThrough, text: string): void {
    if (out.writableLength > MAX_WAITING_BYTES) out.destroy();
    else if (!out.writableEnded && !out.destroyed) out.write(text);
  }

  function hear(news: ChatNews): void {
    if (news.kind === "changed") {
      refresh(news.id);
      for (const line of staff) say(line.out, changed(news.code));
      return;
    }
    if (news.side === "customer") for (const line of staff) say(line.out, typing(news.code));
    else for (const line of open.get(news.id) ?? []) say(line.out, typing(news.code));
  }

  function refresh(id: number): void {
    if (!open.has(id)) return;
    if (reading.has(id)) {
      reading.set(id, true);
      return;
    }
    reading.set(id, false);
    sendNew(id)
      .catch(report)
      .finally(() => {
        const again = reading.get(id);
        reading.delete(id);
        if (again) refresh(id);
      });
  }

  /** What each line does not have yet: read once a language, from the smallest number. */
  async function sendNew(id: number): Promise<void> {
    const row = await rowOf(id);
    const waiting = [...(open.get(id) ?? [])];
    if (!row) {
      for (const { out } of waiting) out.end();
      return;
    }
    for (const locale of new Set(waiting.map((line) => line.locale))) {
      const ours = waiting.filter((line) => line.locale === locale);
      const ctx = ctxOf(locale);
      const from = Math.min(...ours.map(({ sent }) => sent));
      const messages =
        row.last_seq > from ? await shownMessages(ctx, row.customer_id, await messagesAfter(ctx, id, from)) : [];
      const state = eventOf("state", await shownState(ctx, row));
      for (const line of ours) {
        for (const message of messages) {
          if (message.seq <= line.sent) continue;
          say(line.out, `id: ${message.seq}\n${eventOf("message", message)}`);
          line.sent = message.seq;
        }
        say(line.out, state);
        line.version = row.version;
      }
    }
  }

  async function rowOf(id: number): Promise<ConversationRow | undefined> {
    const { rows } = await sql<ConversationRow>`select ${conversationColumns} from chat.conversations c
      where c.id = ${id} and c.erased_at is null`.execute(ctxOf("vi").sql);
    return rows[0];
  }

  /** What no NOTIFY told of: a connection may have been away. */
  async function lookAround(): Promise<void> {
    const ids = [...open.keys()];
    if (ids.length > 0) {
      const { rows } = await sql<{ id: number; version: number }>`select id, version from chat.conversations
        where id = any (${ids}::integer[])`.execute(ctxOf("vi").sql);
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      for (const [id, set] of open) if ([...set].some((line) => line.version !== versions.get(id))) refresh(id);
    }
    if (staff.size === 0) return;
    const { rows } = await sql<{
      now: string;
    }>`select concat(max(last_at), ' ', count(*) filter (where state = 'waiting')) as now
      from chat.conversations where last_at > ${ctxOf("vi").now}::timestamptz - interval '1 day'`.execute(
      ctxOf("vi").sql,
    );
    const now = rows[0]?.now ?? "";
    if (inbox !== "" && now !== inbox) for (const line of staff) say(line.out, changed(null));
    inbox = now;
  }

  async function keepAlive(): Promise<void> {
    for (const { out } of [...lines(), ...staff]) say(out, ":\n\n");
    await endDead();
    await noteSign(ctxOf("vi"), [...new Set([...staff].map(({ staff_id }) => staff_id))]);
  }

  /** Streams of sessions that have ended close. */
  async function endDead(): Promise<void> {
    const ctx = ctxOf("vi");
    const checked = lines();
    const ids = [...new Set(checked.map(({ session_id }) => session_id))];
    if (ids.length > 0) {
      const { rows } = await sql<{ id: number }>`select id from identity.sessions
        where id = any (${ids}::bigint[]) and expires_at > ${ctx.now} and retired_at is null`.execute(ctx.sql);
      const living = new Set(rows.map(({ id }) => id));
      for (const { session_id, out } of checked) if (!living.has(session_id)) out.end();
    }
    for (const { token, out } of staff) {
      const session = await findStaffSession(ctx, token);
      if (!session?.permissions.includes("chat:answer")) out.end();
    }
  }

  function begin(): PassThrough {
    if (closed || count >= MAX_PER_PROCESS) throw new ShopError("unavailable", { retry_after_seconds: 30 });
    const out = new PassThrough();
    count += 1;
    out.on("close", () => {
      count -= 1;
    });
    out.write(`retry: ${RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.span)}\n\n`);
    return out;
  }

  return {
    /** Begins with what came after `after`. Throws unavailable when the process has all it can hold. */
    openFor(ctx: Ctx, row: ConversationRow, session_id: number, after: number): PassThrough {
      const out = begin();
      const line: CustomerLine = { session_id, locale: ctx.locale, sent: after, version: 0, out };
      const mine = open.get(row.id) ?? new Set();
      open.set(row.id, mine.add(line));
      out.on("close", () => {
        mine.delete(line);
        if (mine.size === 0 && open.get(row.id) === mine) open.delete(row.id);
      });
      for (const each of [...mine].slice(0, Math.max(0, mine.size - MAX_PER_CONVERSATION))) each.out.end();
      refresh(row.id);
      return out;
    },
    /** Of staff: which conversation has changed, and who types. */
    openForStaff(staff_id: number, token: string): PassThrough {
      const out = begin();
      const line: StaffLine = { staff_id, token, out };
      staff.add(line);
      out.on("close", () => staff.delete(line));
      say(out, changed(null));
      return out;
    },
    lookAround,
    endDead,
    /** Every stream ends; readers come back to another process, or to this one's successor. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(look);
      clearInterval(beat);
      for (const { out } of [...lines(), ...staff]) out.end();
      await ear.close();
    },
    get count(): number {
      return count;
    },
  };
}

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const changed = (id: string | null): string => eventOf("changed", { id });
const typing = (id: string): string => eventOf("typing", { id });
