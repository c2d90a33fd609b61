import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import { useVisitor } from "../session/membership.ts";
import { Icon } from "../ui/icon.tsx";
import { isMember } from "../visitor.ts";

/**
 * The door to the account. Its page sends whoever is not signed in to the sign-in page, so the address is good without
 * script; which of the two words is seen the boot script decides, and the name comes after.
 */
export function AccountLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const { pathname, search, key } = useLocation();
  const visitor = useVisitor();
  const [is_guest, setGuest] = useState(false);
  // Once the page runs, a guest is brought back to where he is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of the router may have signed somebody in or out
  useEffect(() => setGuest(!isMember()), [key, visitor]);
  return (
    <a href={is_guest ? paths.login(pathname + search) : paths.account()}>
      <Icon name="user" size={24} />
      <span className="for-guests">{common.sign_in}</span>
      <span className="for-members truncate max-w-24">{visitor?.name || common.account}</span>
    </a>
  );
}
