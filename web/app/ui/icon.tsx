import { classes } from "./classes.ts";
import sprite from "./sprite.svg?url";

/** Every symbol of sprite.svg; icon.test.tsx compares the two. */
export const iconNames = [
  "bank",
  "bell",
  "bolt",
  "box",
  "calendar",
  "camera",
  "card",
  "cart",
  "cash",
  "chart",
  "chat",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevron-up",
  "clock",
  "close",
  "coin",
  "compare",
  "copy",
  "download",
  "drag",
  "edit",
  "error",
  "external",
  "eye",
  "eye-off",
  "filter",
  "gift",
  "globe",
  "google",
  "grid",
  "headset",
  "heart",
  "home",
  "info",
  "leaf",
  "list",
  "lock",
  "logout",
  "medal",
  "menu",
  "minus",
  "pause",
  "percent",
  "phone",
  "pin",
  "play",
  "plus",
  "qr",
  "receipt",
  "refresh",
  "search",
  "share",
  "shield",
  "sort",
  "star",
  "success",
  "sun",
  "team",
  "ticket",
  "trash",
  "truck",
  "upload",
  "user",
  "warning",
  "wrench",
] as const;

/** Categories name their own symbol, `cat-…`, in their data. */
export type IconName = (typeof iconNames)[number] | `cat-${string}`;

export type IconProps = {
  name: IconName;
  size?: 14 | 16 | 20 | 24 | 26 | 36;
  filled?: boolean;
  /** Only where the icon stands alone and says something; otherwise it is hidden from screen readers. */
  label?: string;
  className?: string;
};

export function Icon({ name, size = 20, filled, label, className }: IconProps) {
  const look = classes("icon", size !== 20 && `icon-${size}`, filled && "icon-filled", className);
  const use = <use href={`${sprite}#${name}`} />;
  return label ? (
    <svg className={look} role="img" aria-label={label}>
      {use}
    </svg>
  ) : (
    <svg className={look} aria-hidden="true">
      {use}
    </svg>
  );
}
