import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
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

export type AsidePanelProps = {
  id: string;
  title: string;
  closeLabel: string;
  children: ReactNode;
  foot?: ReactNode;
  className?: string;
};

/**
 * A column beside the content of wide screens; below 1024 px the same markup is a full-height popover, opened by
 * `<Button {...opensAside(id)}>`. Works without scripts.
 */
export function AsidePanel({ id, title, closeLabel, children, foot, className }: AsidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useOverlayHistory(panel, id);
  useAlone(panel);
  return (
    <aside
      ref={panel}
      id={id}
      popover="auto"
      className={classes("aside-panel card", className)}
      aria-labelledby={`${id}-title`}
    >
      <div className="overlay-head">
        <h2 className="h4" id={`${id}-title`}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} className="aside-panel-close" {...opensAside(id)} />
      </div>
      <div className="aside-panel-body">{children}</div>
      {foot && <div className="overlay-foot">{foot}</div>}
    </aside>
  );
}

/**
 * A popover that covers the screen is not modal by itself: while it is open, the focus is in it and nothing behind it can
 * be reached. Opened before hydration it is only what the browser makes of it.
 */
function useAlone(popover: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = popover.current;
    if (!element) return;
    const setAside: HTMLElement[] = [];
    const release = () => {
      for (const one of setAside.splice(0)) one.inert = false;
    };
    const follow = (event: Event) => {
      release(); // before the browser gives the focus back to what opened it
      if ((event as ToggleEvent).newState === "open") setAside.push(...surroundings(element));
      for (const one of setAside) one.inert = true;
    };
    const enter = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") element.querySelector("button")?.focus();
    };
    element.addEventListener("beforetoggle", follow);
    element.addEventListener("toggle", enter);
    return () => {
      element.removeEventListener("beforetoggle", follow);
      element.removeEventListener("toggle", enter);
      release();
    };
  }, [popover]);
}

/** Everything of the page but the element, what it stands in, and what speaks to people (toasts, live regions). */
function surroundings(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner: HTMLElement = element; inner.parentElement && inner !== document.body; inner = inner.parentElement) {
    for (const beside of inner.parentElement.children) {
      const speaks = beside.matches("[role=status], [aria-live], .toasts");
      if (beside instanceof HTMLElement && beside !== inner && !beside.inert && !speaks) found.push(beside);
    }
  }
  return found;
}

/** Props for the button that opens (and closes) an aside panel on narrow screens. */
export function opensAside(id: string) {
  return { type: "button", popoverTarget: id } as const;
}
