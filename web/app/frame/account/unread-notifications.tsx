import { useCallback, useEffect, useRef } from "react";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { useAskVisitor, useVisitor } from "../../session/membership.ts";
import { setUnread, useUnread } from "../../session/unread.ts";

/** The unread count, current while the page is open. `known` is the shop's last answer. */
export function UnreadNotifications({ known }: { known: number }) {
  const { common } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const unread = useUnread();
  const ask = useAskVisitor();
  const role = useRef<string | null>(null);
  role.current = useVisitor()?.user?.active_role ?? null;
  // What the page knows may be older than the stream.
  const onSession = useCallback(
    (now: string | null) => {
      if (now !== role.current) ask();
    },
    [ask],
  );

  useEffect(() => setUnread(known), [known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was known when the stream began
  useEffect(() => {
    const end = new AbortController();
    follow(paths.notifyStream(), locale, { known, words: common, signal: end.signal, onSession });
    return () => end.abort();
  }, [locale, paths, common, onSession]);

  if (unread === 0) return null;
  return (
    <>
      <b className="count num" aria-hidden="true">
        {unread > 99 ? "99+" : unread}
      </b>
      <span className="visually-hidden">, {common.notifications_unread({ count: unread })}</span>
    </>
  );
}

type Following = Parameters<typeof import("../../session/notification-stream.ts").followNotifications>[1];

async function follow(address: string, lang: string, following: Following): Promise<void> {
  try {
    const [{ followNotifications }, { renewPush }] = await Promise.all([
      import("../../session/notification-stream.ts"),
      import("../../session/push.ts"),
    ]);
    if (following.signal.aborted) return;
    followNotifications(address, following);
    await renewPush(lang);
  } catch (error) {
    console.warn("News do not come by themselves:", error); // the page works without; the figure is as old as it
  }
}
