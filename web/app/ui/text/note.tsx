import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { Icon, type IconName } from "../icon.tsx";

export type NoteProps = {
  tone?: "info" | "ok" | "honey" | "danger";
  icon?: IconName;
  /** Set when it appears as an answer to what the person just did. */
  role?: "status" | "alert";
  children: ReactNode;
};

const icons = { info: "info", ok: "shield", honey: "clock", danger: "warning" } as const;

export function Note({ tone = "info", icon, role, children }: NoteProps) {
  return (
    <div className={classes("note", tone !== "info" && `note-${tone}`)} role={role}>
      <Icon name={icon ?? icons[tone]} />
      <div className="grow">{children}</div>
    </div>
  );
}
