import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

export type ChipLinkProps = {
  to: string;
  icon?: IconName;
  current?: boolean;
  /** An active filter that this link removes: shows a cross. `label` says so: "Bỏ lọc 4–6 lít". */
  removable?: boolean;
  label?: string;
  /** The scroll position stays. */
  stay?: boolean;
  className?: string;
  children: ReactNode;
};

export function ChipLink({ to, icon, current, removable, label, stay, className, children }: ChipLinkProps) {
  return (
    <a
      href={to}
      data-stay={stay ? "" : undefined}
      className={classes("chip", removable && "chip-removable", className)}
      aria-current={current ? "true" : undefined}
      aria-label={label}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
      {removable && <Icon name="close" size={14} />}
    </a>
  );
}

/** A row of chips; scrolls sideways on phones unless it may wrap. A question of chips is a ChoiceGroup with `className="chips"`. */
export function Chips({ wrap, children }: { wrap?: boolean; children: ReactNode }) {
  return <div className={classes("chips", wrap && "chips-wrap")}>{children}</div>;
}
