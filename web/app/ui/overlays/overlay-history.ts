import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/**
 * The back button closes an open overlay, not the page. While an overlay is open, one history entry with the
 * same URL stands for it; the router never sees that entry, because we listen before it and stop the event. Where a page has followed on such an entry, it is stepped over in the direction of the step.
 */
type Open = { id: string; place: Place; close(): void };

const stack: Open[] = [];
/** The position in the history: the router's index of the page, and how many overlays are open above it. */
let last: Place = [0, 0];
type Place = readonly [page: number, overlays: number];
/** The target of our own step back, whose event is stopped. */
let awaited: Place | undefined;

// Listeners of the window come in the order they were added, capture or not: ours is there before the router is made.
if (typeof window !== "undefined") {
  window.addEventListener("popstate", onPop);
  leaveEarlierDocument();
}

/** Follows a `<dialog>` or a popover: opening it adds an entry, closing it takes the entry away again. */
export function useOverlayHistory(overlay: RefObject<HTMLElement | null>, id: string): void {
  const { key } = useLocation();

  // A link inside an overlay closes it, also when the layout around the page stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is another entry
  useEffect(() => {
    last = placeOf(history.state);
    return () => {
      if (overlay.current) closeOverlay(overlay.current);
    };
  }, [key]);

  useEffect(() => {
    const element = overlay.current;
    if (!element) return;
    const close = () => closeOverlay(element);
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") enter(id, close);
      else leave(id);
    };
    if (isOpen(element)) enter(id, close); // opened natively, before hydration
    element.addEventListener("toggle", follow);
    return () => {
      element.removeEventListener("toggle", follow);
      leave(id);
    };
  }, [overlay, id]);
}

/** For what is neither: to be called when it opens, and `leave` when it has closed. */
export function enter(id: string, close: () => void): void {
  if (stack.some((open) => open.id === id)) return;
  const [page, overlays] = placeOf(history.state);
  history.pushState({ ...history.state, overlay: id, overlays: overlays + 1 }, "");
  last = [page, overlays + 1];
  stack.push({ id, place: last, close });
}

export function leave(id: string): void {
  const index = stack.findIndex((open) => open.id === id);
  if (index < 0) return; // the back button closed it
  stack.splice(index, 1);
  if (history.state?.overlay === id) stepBack(1); // else the page has moved on; the entry is stepped over when met again
}

function stepBack(count: number): void {
  const [page, overlays] = placeOf(history.state);
  awaited = [page, overlays - count];
  history.go(-count);
}

/** A document that is loaded on such an entry (a reload, or Back from another document) has nothing open. */
function leaveEarlierDocument(): void {
  const [, overlays] = placeOf(history.state);
  if (overlays > 0 && !document.querySelector("dialog[open]")) stepBack(overlays);
}

function onPop(event: PopStateEvent): void {
  const [from, to] = [last, placeOf(event.state)];
  const isAwaited = String(awaited) === String(to);
  last = to;
  awaited = undefined;
  const open = isAwaited ? undefined : stack.pop();
  open?.close();
  // Otherwise a link in it led on, and this step comes before the effects of the page beyond have closed it.
  const isLeft = open?.place[0] === to[0] && open.place[1] > to[1];
  if (to[1] === 0 && !isLeft && !isAwaited) return;
  event.stopImmediatePropagation();
  if (isLeft || isAwaited) return;
  // Where nothing lies beyond the entry there is only the way back.
  const { navigation } = window as { navigation?: { canGoForward: boolean } };
  const isForward = (to[0] - from[0] || to[1] - from[1]) > 0;
  if (isForward && navigation?.canGoForward !== false) history.forward();
  else history.back();
}

/** As `enter` writes it beside the router's own. */
type State = { idx?: number; overlay?: string; overlays?: number } | null;

function placeOf(state: State): Place {
  return [state?.idx ?? 0, state?.overlays ?? 0];
}

function isOpen(element: HTMLElement): boolean {
  return element instanceof HTMLDialogElement ? element.open : element.matches(":popover-open");
}

/** Nothing happens to one that is closed. */
function closeOverlay(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement) element.close();
  else element.hidePopover?.();
}
