/**
 * News while a page is open: one stream a browser, whichever of its tabs holds it (a browser has few connections to a
 * host), and a word from that tab to the others. Loaded only where somebody is signed in. docs/decisions/0150
 */
import type { Notification } from "contract/notifications.ts";
import { toast } from "./ui/toast.tsx";
import { setUnread } from "./unread.ts";

type News = { unread: number; newest: Notification | null };
type Words = { notification_new: (p: { title: string }) => string };

const channel_name = "notifies";
const asks = "what is new?"; // of a tab that has just come, to the one that holds the stream

/**
 * Follows what is new until `signal` ends it. `known` is what was unread before: only more than that is news. Without
 * locks (plain http) nothing is held open, and the figure is as old as the page.
 */
export function followNews(
  address: string,
  { known, words, signal }: { known: number; words: Words; signal: AbortSignal },
): void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return;
  const others = new BroadcastChannel(channel_name);
  let unread = known;
  let held: News | undefined;
  const hear = (news: News) => {
    const is_new = news.unread > unread && news.newest !== null;
    unread = news.unread;
    setUnread(news.unread);
    if (is_new && news.newest && !document.hidden) {
      toast({ kind: "info", text: words.notification_new({ title: news.newest.title }) });
    }
  };
  others.addEventListener("message", ({ data }: MessageEvent<News | typeof asks>) => {
    if (data !== asks) hear(data);
    else if (held) others.postMessage(held);
  });
  others.postMessage(asks);
  signal.addEventListener("abort", () => others.close());
  const holding = navigator.locks.request(channel_name, { signal }, () =>
    hold(address, signal, (news) => {
      held = news;
      hear(news);
      others.postMessage(news);
    }),
  );
  holding.catch(() => undefined); // aborted while another tab held it
}

/** Until the page ends or the shop says no (somebody signed out). */
function hold(address: string, signal: AbortSignal, onNews: (news: News) => void): Promise<void> {
  const stream = new EventSource(address);
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
