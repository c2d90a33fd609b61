import type { ComponentProps, MouseEvent } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

type ButtonLook = {
  /** One primary per region. */
  variant?: "primary" | "tinted" | "secondary" | "ghost" | "danger" | "danger-filled";
  size?: "small" | "medium" | "large";
  full?: boolean;
  icon?: IconName;
};

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Given (true or false), the button keeps its width and shows a spinner while it is true. */
    loading?: boolean;
    /** The verb in progress: "Đang gửi". */
    loadingText?: string;
  };

/** `type` is HTML's own default, submit. A button that only scripts can serve says `type="button"` and `data-hydrate`. */
export function Button({ variant, size, full, icon, loading, loadingText, children, onClick, ...button }: ButtonProps) {
  const label = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  function clickUnlessLoading(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...button}
      className={look({ variant, size, full }, button.className)}
      aria-busy={loading || undefined}
      onClick={loading === undefined ? onClick : clickUnlessLoading}
    >
      {loading === undefined ? (
        label
      ) : (
        <span className="button-states">
          <span data-shown={!loading}>{label}</span>
          <span data-shown={loading}>
            <span className="spinner" />
            {loadingText ?? children}
          </span>
        </span>
      )}
    </button>
  );
}

export type ButtonLinkProps = ButtonLook & ComponentProps<"a">;

export function ButtonLink({ variant, size, full, icon, children, ...link }: ButtonLinkProps) {
  return (
    <a {...link} className={look({ variant, size, full }, link.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

export type IconButtonProps = ComponentProps<"button"> & {
  icon: IconName;
  /** What it does, for screen readers and as the tooltip. */
  label: string;
  size?: "small" | "medium";
  look?: "plain" | "outlined" | "round";
};

export function IconButton({ icon, label, size, look: shape, ...button }: IconButtonProps) {
  return (
    <button
      {...button}
      className={classes(
        "icon-button",
        size === "small" && "icon-button-small",
        shape && shape !== "plain" && `icon-button-${shape}`,
        button.className,
      )}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}

function look({ variant = "primary", size, full }: ButtonLook, extra: string | undefined): string {
  return classes(
    "button",
    `button-${variant}`,
    size && size !== "medium" && `button-${size}`,
    full && "button-full",
    extra,
  );
}
