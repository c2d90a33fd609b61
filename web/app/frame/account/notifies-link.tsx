import { Suspense } from "react";
import { lazyPart } from "../../hydration/lazy.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { useVisitor } from "../../session/membership.ts";
import { Icon } from "../../ui/icon.tsx";

/** Guests have no notifications, so the stream's code is loaded for members only. */
const UnreadNotifications = lazyPart(async () => (await import("./unread-notifications.tsx")).UnreadNotifications);

/** The bell, for members. */
export function NotifiesLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const visitor = useVisitor();
  const isMember = visitor?.status === "success" && visitor.account_status === "active";
  return (
    <a href={paths.notifications()} className="for-members">
      <Icon name="bell" size={24} />
      <span className="visually-hidden">{common.notifications}</span>
      {isMember && (
        <Suspense>
          <UnreadNotifications known={visitor.unread_notifications ?? 0} />
        </Suspense>
      )}
    </a>
  );
}
