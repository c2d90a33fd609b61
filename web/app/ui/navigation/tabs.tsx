import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { useHydrated } from "../hydrated.ts";

export type TabsProps = {
  /** Names the list of tabs. */
  label: string;
  /** `id` is the panel's id and its place in the address (`#thong-so`). */
  tabs: readonly { id: string; text: string; count?: string; panel: ReactNode }[];
  className?: string;
};

/** Panels of one page. Before hydration the tabs are links and the address chooses the panel; afterwards real tabs. */
export function Tabs({ label, tabs, className }: TabsProps) {
  const live = useHydrated();
  const [selected, setSelected] = useState(tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const named = decodeURIComponent(window.location.hash.slice(1));
    if (tabs.some(({ id }) => id === named)) setSelected(named);
  }, [tabs]);

  function select(id: string) {
    setSelected(id);
    history.replaceState(history.state, "", `#${id}`); // shareable, without a jump
  }
  function moveByKey(event: KeyboardEvent) {
    const place = tabs.findIndex(({ id }) => id === selected);
    const moves: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    select(tab.id);
    list.current?.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(tab.id)}"]`)?.focus();
  }

  return (
    <div className={className}>
      <div ref={list} className="tabs" {...listRole(live, label)}>
        {tabs.map(({ id, text, count }) => (
          <a
            key={id}
            href={`#${id}`}
            {...tabRole(live, id, id === selected)}
            onKeyDown={moveByKey}
            onClick={(event) => {
              event.preventDefault();
              select(id);
            }}
          >
            {text}
            {count && <small> {count}</small>}
          </a>
        ))}
      </div>
      <div className={classes("tab-panels", live && "tab-panels-live")}>
        {tabs.map(({ id, text, panel }) => (
          <div key={id} id={id} hidden={live && id !== selected} {...panelRole(live, text)}>
            {panel}
          </div>
        ))}
      </div>
    </div>
  );
}

// Roles come with the script: until then these are links to places on the page, and nothing else.
function listRole(live: boolean, name: string) {
  return { role: live ? "tablist" : "navigation", "aria-label": name };
}

function tabRole(live: boolean, panelId: string, selected: boolean) {
  if (!live) return {};
  return { role: "tab", "aria-selected": selected, "aria-controls": panelId, tabIndex: selected ? 0 : -1 };
}

function panelRole(live: boolean, name: string) {
  return live ? { role: "tabpanel", "aria-label": name } : {};
}

export type TabLinksProps = {
  label: string;
  tabs: readonly { to: string; text: string; count?: string; current?: boolean }[];
};

/** Tabs whose contents come from the server: each is an address of its own. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, text, count, current }) => (
        <a key={to} href={to} data-stay="" aria-current={current ? "page" : undefined}>
          {text}
          {count && <small> {count}</small>}
        </a>
      ))}
    </nav>
  );
}
