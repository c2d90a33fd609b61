import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../button.tsx";
import { classes } from "../classes.ts";
import { useOverlayHistory } from "./overlay-history.ts";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close" | "request-close" | "toggle-popover" | "hide-popover";
    commandfor?: string;
  }
}

/**
 * Props for a button that opens an overlay: `<Button {...opens("menu")}>`. Works before hydration where the browser
 * knows invoker commands; everywhere afterwards.
 */
export function opens(id: string) {
  return {
    type: "button",
    command: "show-modal",
    commandfor: id,
    "aria-haspopup": "dialog",
    "data-hydrate": "",
    onClick: (event: MouseEvent) => withDialog(event, id, (dialog) => !dialog.open && dialog.showModal()),
  } as const;
}

/** Props for a button that closes it. */
export function closes(id: string) {
  return {
    type: "button",
    command: "close",
    commandfor: id,
    onClick: (event: MouseEvent) => withDialog(event, id, (dialog) => dialog.close()),
  } as const;
}

function withDialog(event: MouseEvent, id: string, act: (dialog: HTMLDialogElement) => void): void {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault(); // the native command, where there is one
  act(dialog);
}

export type OverlayProps = {
  id: string;
  title: string;
  /** Of the cross: "Đóng". */
  closeLabel: string;
  children: ReactNode;
  /** Buttons under the scrolling part; the dangerous one last. */
  foot?: ReactNode;
  /** The body brings its own padding: lists, menus. */
  flush?: boolean;
  /** Set by a script's own reasons (a product was added). Buttons made with `opens` need none of it. */
  open?: boolean;
  onClose?: () => void;
  className?: string;
};

/** From the side: 420 px at the end, 400 px at the start (the menu of a phone). */
export function Drawer({ side = "end", ...overlay }: OverlayProps & { side?: "start" | "end" }) {
  return <Overlay {...overlay} look={classes("drawer", side === "start" && "drawer-start")} />;
}

/** From below on phones, in the middle of wide screens. */
export function Sheet(overlay: OverlayProps) {
  return <Overlay {...overlay} look="sheet" />;
}

/** A question or a small form in the middle. */
export function Dialog({ wide, ...overlay }: OverlayProps & { wide?: boolean }) {
  return <Overlay {...overlay} look={classes("dialog", wide && "dialog-wide")} />;
}

function Overlay({
  id,
  title,
  closeLabel,
  children,
  foot,
  flush,
  open,
  onClose,
  className,
  look,
}: OverlayProps & { look: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useOverlayHistory(dialog, id);

  useEffect(() => {
    if (open === undefined || !dialog.current) return;
    if (open && !dialog.current.open) dialog.current.showModal();
    if (!open) dialog.current.close();
  }, [open]);

  function closeOnScrim(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === dialog.current) dialog.current?.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog natively; this is the scrim for browsers without closedby
    <dialog
      ref={dialog}
      id={id}
      className={classes(look, className)}
      aria-labelledby={`${id}-title`}
      closedby="any"
      onClick={closeOnScrim}
      onClose={onClose}
    >
      <div className="overlay-head">
        <h2 className="h4" id={`${id}-title`}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} {...closes(id)} />
      </div>
      <div className={classes("overlay-body", flush && "overlay-flush")}>{children}</div>
      {foot && <div className="overlay-foot">{foot}</div>}
    </dialog>
  );
}
