import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import { useVisitor } from "../../session/membership.ts";
import { Icon } from "../../ui/icon.tsx";
import { isMember } from "../../visitor.ts";

/**
 * The link to the account. Its page redirects guests to the sign-in page, so the URL works without
 * script; the boot script chooses which of the two labels is seen, and the name comes after hydration.
 */
export function AccountLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const { pathname, search, key } = useLocation();
  const visitor = useVisitor();
  const [isGuest, setGuest] = useState(false);
  // Once hydrated, a guest returns to the current page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed the visitor in or out
  useEffect(() => setGuest(!isMember()), [key, visitor]);
  return (
    <a href={isGuest ? paths.login(pathname + search) : paths.account()}>
      <Icon name="user" size={24} />
      <span className="for-guests">{common.sign_in}</span>
      <span className="for-members one-line">{visitor?.name || common.account}</span>
    </a>
  );
}
