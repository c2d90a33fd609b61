import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { IconButton } from "../button.tsx";
import { classes } from "../classes.ts";
import { useOverlayHistory } from "./overlay-history.ts";

type AsidePanelProps = {
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
