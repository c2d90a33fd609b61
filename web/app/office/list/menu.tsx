import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Icon, type IconName } from "../../ui/icon.tsx";

type MenuProps = {
  label: string;
  value?: string | undefined;
  icon?: IconName;
  quiet?: boolean;
  open?: boolean;
  children: ReactNode;
};

/** Opens below its own button, without scripts. Closed again on the next page. */
export function Menu({ label, value, icon, quiet, open, children }: MenuProps) {
  const { key } = useLocation();
  return (
    <details className="filter-menu" name="list-menu" key={key} open={open || undefined}>
      <summary className="filter" data-set={value && !quiet ? "" : undefined}>
        {icon && <Icon name={icon} />}
        <span>{value ? `${label}:` : label}</span>
        {value && <b>{value}</b>}
        <Icon name="chevron-down" />
      </summary>
      <div className="filter-panel">{children}</div>
    </details>
  );
}
