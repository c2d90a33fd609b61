/**
 * The notification stream while a page is open: one stream a browser, held by one of its tabs (a browser has few connections
 * to a host), which passes events to the others. Loaded only for a signed-in account. docs/decisions/0150
 */
import type { Notification } from "contract/notifications/notifications.ts";
import { toast } from "../ui/overlays/toast.tsx";
import { setUnread } from "./unread.ts";

type News = { unread: number; newest: Notification | null };
/** The role of the stream's session; null when it has ended. */
type Session = { active_role: string | null };
type Words = { notification_new: (p: { title: string }) => string };

const CHANNEL_NAME = "notifies";
const asks = "what is new?"; // from a new tab to the one that holds the stream

/**
 * Follows the stream until `signal` ends it. `known` is the unread count before: only more than that is announced. `onSession`
 * is called with the role of the session when the stream begins, when it changes, and with null when the session ends. Without locks (plain http) nothing is held open, and the figure
 * is as old as the page.
 */
export function followNotifications(
  address: string,
  {
    known,
    words,
    signal,
    onSession,
  }: { known: number; words: Words; signal: AbortSignal; onSession: (active_role: string | null) => void },
): void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return;
  const others = new BroadcastChannel(CHANNEL_NAME);
  let unread = known;
  let held: News | undefined;
  let session: Session | undefined;
  const hear = (news: News) => {
    const isNew = news.unread > unread && news.newest !== null;
    unread = news.unread;
    setUnread(news.unread);
    if (isNew && news.newest && !document.hidden) {
      toast({ kind: "info", text: words.notification_new({ title: news.newest.title }) });
    }
  };
  others.addEventListener("message", ({ data }: MessageEvent<News | Session | typeof asks>) => {
    if (data !== asks && "active_role" in data) onSession(data.active_role);
    else if (data !== asks) hear(data);
    else {
      if (held) others.postMessage(held);
      if (session) others.postMessage(session);
    }
  });
  others.postMessage(asks);
  signal.addEventListener("abort", () => others.close());
  const holding = navigator.locks.request(CHANNEL_NAME, { signal }, () =>
    hold(address, {
      signal,
      onSession: (now) => {
        session = now;
        onSession(now.active_role);
        others.postMessage(now);
      },
      onNews: (news) => {
        held = news;
        hear(news);
        others.postMessage(news);
      },
    }),
  );
  holding.catch(() => undefined); // aborted while another tab held it
}

/** Until the page ends or the shop refuses (signed out). */
function hold(
  address: string,
  {
    signal,
    onNews,
    onSession,
  }: { signal: AbortSignal; onNews: (news: News) => void; onSession: (now: Session) => void },
): Promise<void> {
  const stream = new EventSource(address);
  stream.addEventListener("session", ({ data }) => onSession(JSON.parse(data) as Session));
  stream.addEventListener("notifies", ({ data }) => onNews(JSON.parse(data) as News));
  return new Promise((done) => {
    const end = () => {
      stream.close();
      done();
    };
    signal.addEventListener("abort", end);
    stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && end());
  });
}
