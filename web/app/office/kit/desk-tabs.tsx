import { Link } from "react-router";

type Tab = { to: string; text: string; count?: number; current: boolean };

/** Views of one desk, each an address of its own. */
export function DeskTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, text, count, current }) => (
        <Link key={to} to={to} aria-current={current ? "page" : undefined}>
          {text}
          {count !== undefined && <small> {count}</small>}
        </Link>
      ))}
    </nav>
  );
}
