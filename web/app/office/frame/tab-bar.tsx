import { Link, useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { DRAWER } from "./header.tsx";
import { navItemsFor } from "./navigation.ts";
import { isHere } from "./rail.tsx";
import { useStaff } from "./staff.ts";

const MAX_TABS = 4;

/** The bottom bar of phones: the first places, and the menu with all of them. */
export function TabBar() {
  const { frame } = useOfficeMessages();
  const { holds } = useStaff();
  const { pathname } = useLocation();
  return (
    <nav className="tab-bar" aria-label={frame.main_bar}>
      {navItemsFor(holds)
        .slice(0, MAX_TABS)
        .map(({ name, to, icon }) => (
          <Link key={name} to={to} aria-current={isHere(to, pathname) ? "page" : undefined}>
            <Icon name={icon} />
            <span>{frame.nav[name]}</span>
          </Link>
        ))}
      <button type="button" popoverTarget={DRAWER}>
        <Icon name="menu" />
        <span>{frame.nav.more}</span>
      </button>
    </nav>
  );
}
