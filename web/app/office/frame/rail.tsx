import { Link, useLocation } from "react-router";
import wordmark from "../../../art/brand/logo-wordmark-white.svg?url";
import { Icon } from "../../ui/icon.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import { type NavItem, navItemsFor } from "./navigation.ts";
import { useStaff } from "./staff.ts";

export function isHere(to: string, pathname: string): boolean {
  return to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);
}

/** The rail of wide screens; the same links in the drawer of narrow ones. */
export function Rail({ shopName }: { shopName: string }) {
  const { frame } = useOfficeMessages();
  return (
    <>
      <Link className="rail-brand" to={paths.home()}>
        {shopName.toLowerCase() === "mutosi" ? <img src={wordmark} alt={shopName} width={88} height={21} /> : shopName}
      </Link>
      <nav aria-label={frame.office}>
        <NavLinks />
      </nav>
    </>
  );
}

function NavLinks() {
  const { frame } = useOfficeMessages();
  const { holds } = useStaff();
  const groups = [...Map.groupBy(navItemsFor(holds), ({ group }) => group)];
  return groups.map(([group, items]) => (
    <div key={group ?? ""}>
      {group && <p className="rail-heading">{frame.groups[group]}</p>}
      <ul>
        {items.map((item) => (
          <NavLink key={item.name} {...item} />
        ))}
      </ul>
    </div>
  ));
}

function NavLink({ name, to, icon }: NavItem) {
  const { frame } = useOfficeMessages();
  const { pathname } = useLocation();
  return (
    <li>
      <Link className="rail-link" to={to} aria-current={isHere(to, pathname) ? "page" : undefined}>
        <Icon name={icon} />
        {frame.nav[name]}
      </Link>
    </li>
  );
}
