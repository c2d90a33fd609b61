import { useEffect } from "react";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { useVisitor } from "../membership.ts";
import { Icon } from "../ui/icon.tsx";
import { setUnread, useUnread } from "../unread.ts";

/** The bell, for members: how much is unread, true while the page is open. */
export function NotifiesLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const visitor = useVisitor();
  const unread = useUnread();
  const is_member = visitor?.status === "success" && visitor.account_status === "active";
  const known = visitor?.unread_notifications ?? 0;

  useEffect(() => setUnread(known), [known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was known when the stream began
  useEffect(() => {
    if (!is_member) return;
    const end = new AbortController();
    follow(paths.notifyStream(), locale, { known, words: common, signal: end.signal });
    return () => end.abort();
  }, [is_member, locale, paths, common]);

  return (
    <a href={paths.notifications()} className="for-members">
      <Icon name="bell" size={24} />
      {unread > 0 && (
        <b className="count num" aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </b>
      )}
      <span className="visually-hidden">{common.notifications}</span>
      {unread > 0 && <span className="visually-hidden">, {common.notifications_unread({ count: unread })}</span>}
    </a>
  );
}

type Following = Parameters<typeof import("../news.ts").followNews>[1];

async function follow(address: string, lang: string, following: Following): Promise<void> {
  try {
    const [{ followNews }, { renewPush }] = await Promise.all([import("../news.ts"), import("../push.ts")]);
    if (following.signal.aborted) return;
    followNews(address, following);
    await renewPush(lang);
  } catch (error) {
    console.warn("News do not come by themselves:", error); // the page works without; the figure is as old as it
  }
}
