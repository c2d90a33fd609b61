import { givenName } from "contract/person-name.ts";
import { useLocation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import { useVisitor } from "../membership.ts";
import { Icon } from "../ui/icon.tsx";

/**
 * The door to the account. Its page sends whoever is not signed in to the sign-in page, so the address is good without
 * script; which of the two words is seen the boot script decides, and the name comes after.
 */
export function AccountLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  const visitor = useVisitor();
  const { full_name = "", nickname = "" } = visitor?.user ?? {};
  const name = nickname || givenName(full_name);
  const is_guest = visitor?.status !== "success" && visitor !== undefined;
  return (
    <a href={is_guest ? paths.login(pathname + search) : paths.account()}>
      <Icon name="user" size={24} />
      <span className="for-guests">{common.sign_in}</span>
      <span className="for-members truncate max-w-24">{name || common.account}</span>
    </a>
  );
}
