import type { SettingRow } from "contract/platform/platform.ts";
import { Link } from "react-router";
import { classes } from "../../../ui/classes.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";

/** Settings by section; the one that is open is marked. Without one, a page of its own. */
export function SectionMenu({ rows, current }: { rows: readonly SettingRow[]; current?: string }) {
  const { shop } = useOfficeMessages();
  const { settings, names } = shop;
  return (
    <nav
      className={classes("card section-menu", current === undefined && "section-menu-wide")}
      aria-label={settings.sections}
    >
      {[...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => (
        <div key={group}>
          <p className="section-heading">{settings.groups[group]}</p>
          <ul>
            {own.map(({ key, guarded }) => (
              <li key={key}>
                <Link to={paths.settings(key)} aria-current={key === current ? "page" : undefined}>
                  {names[key] ?? key}
                  {guarded !== "no" && (
                    <span className="tiny muted">{guarded === "always" ? settings.guarded : settings.looser}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
