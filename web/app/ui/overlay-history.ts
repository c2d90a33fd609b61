import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/**
 * The back button closes what lies above the page, not the page. While an overlay is open, one history entry with the
 * same address stands for it; the router never hears of that entry, because we listen before it (capture) and keep the
 * event to ourselves. Where a page has followed on such an entry, it is stepped over in the direction of the step.
 */
type Open = { id: string; close: () => void };

const stack: Open[] = [];
/** Where we stand in the history: the router's number of the page, and how many overlays lie above it. */
let last: Place = [0, 0];
type Place = readonly [page: number, overlays: number];
let own_pops = 0; // steps back that we asked for ourselves and that must go by in silence
let listening = false;

/** Follows a `<dialog>` or a popover: opening it adds an entry, closing it takes the entry away again. */
export function useOverlayHistory(overlay: RefObject<HTMLElement | null>, id: string): void {
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of the router is another place
  useEffect(() => {
    if (!listening) window.addEventListener("popstate", onPop, { capture: true });
    listening = true;
    last = placeOf(history.state);
  }, [key]);

  useEffect(() => {
    const element = overlay.current;
    if (!element) return;
    const close = () => closeOverlay(element);
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") enter({ id, close });
      else leave(id);
    };
    if (isOpen(element)) enter({ id, close }); // opened natively, before hydration
    element.addEventListener("toggle", follow);
    return () => {
      element.removeEventListener("toggle", follow);
      leave(id);
    };
  }, [overlay, id]);

  // Who follows a link inside an overlay leaves it, also when the frame around the page stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the address is the event itself
  useEffect(() => {
    return () => {
      if (overlay.current) closeOverlay(overlay.current);
    };
  }, [key]);
}

function enter(open: Open): void {
  if (stack.some(({ id }) => id === open.id)) return;
  stack.push(open);
  const [, overlays] = placeOf(history.state);
  history.pushState({ ...history.state, overlay: open.id, overlays: overlays + 1 }, "");
  last = placeOf(history.state);
}

function leave(id: string): void {
  const place = stack.findIndex((open) => open.id === id);
  if (place < 0) return; // the back button closed it
  stack.splice(place, 1);
  if (overlayOf(history.state) !== id) return; // the page has moved on; the entry is stepped over when met again
  own_pops++;
  history.back();
}

function onPop(event: PopStateEvent): void {
  const [from, to] = [last, placeOf(event.state)];
  last = to;
  if (own_pops > 0) {
    own_pops--;
    event.stopImmediatePropagation();
    return;
  }
  const open = stack.pop();
  if (open) {
    event.stopImmediatePropagation();
    open.close();
    return;
  }
  if (!overlayOf(event.state)) return;
  event.stopImmediatePropagation();
  // Where nothing lies beyond the entry there is only the way back.
  const { navigation } = window as { navigation?: { canGoForward: boolean } };
  const is_forward = to[0] > from[0] || (to[0] === from[0] && to[1] > from[1]);
  if (is_forward && navigation?.canGoForward !== false) history.forward();
  else history.back();
}

function placeOf(state: unknown): Place {
  const { idx = 0, overlays = 0 } = (state ?? {}) as { idx?: number; overlays?: number };
  return [idx, overlayOf(state) ? overlays : 0];
}

function overlayOf(state: unknown): string | undefined {
  return state && typeof state === "object" && "overlay" in state ? String(state.overlay) : undefined;
}

function isOpen(element: HTMLElement): boolean {
  return element instanceof HTMLDialogElement ? element.open : element.matches(":popover-open");
}

function closeOverlay(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement) element.close();
  else if (element.matches(":popover-open")) element.hidePopover();
}
