import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { Icon, type IconName } from "../icon.tsx";

export type BadgeProps = {
  tone?: "sale" | "sale-soft" | "brand" | "honey" | "neutral" | "ok" | "info" | "danger";
  large?: boolean;
  icon?: IconName;
  children: ReactNode;
};

/** A word or a figure about the thing it stands on; never the only carrier of a meaning by its colour. */
export function Badge({ tone = "neutral", large, icon, children }: BadgeProps) {
  return (
    <span className={classes("badge num", `badge-${tone}`, large && "badge-large")}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
