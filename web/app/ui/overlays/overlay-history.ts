import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/**
 * The back button closes an open overlay, not the page. While an overlay is open, one history entry with the same URL
 * represents it; the router never sees that entry, because this file listens before the router and stops the event. An
 * entry left behind by a closed overlay, with a page after it, is skipped in the direction of the navigation.
 */
type OpenOverlay = { id: string; position: HistoryPosition; close(): void };

const stack: OpenOverlay[] = [];
/** A position in the history: the router's index of the page, and how many overlays are open above it. */
let currentPosition: HistoryPosition = [0, 0];
type HistoryPosition = readonly [page: number, overlays: number];
/** The target of a step back that this file made itself; the event of that step is stopped. */
let pendingPopTarget: HistoryPosition | undefined;

// The window calls its listeners in the order they were added, capturing or not: this one is added before the router's.
if (typeof window !== "undefined") {
  window.addEventListener("popstate", onPop);
  skipEarlierEntries();
}

/** Follows a `<dialog>` or a popover: opening it adds a history entry, closing it removes the entry. */
export function useOverlayHistory(overlay: RefObject<HTMLElement | null>, id: string): void {
  const { key } = useLocation();

  // A link inside an overlay closes the overlay, also when the layout that contains it stays on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is another entry
  useEffect(() => {
    currentPosition = positionOf(history.state);
    return () => {
      if (overlay.current) closeOverlay(overlay.current);
    };
  }, [key]);

  useEffect(() => {
    const element = overlay.current;
    if (!element) return;
    const close = () => closeOverlay(element);
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") pushOverlayEntry(id, close);
      else popOverlayEntry(id);
    };
    if (isOpen(element)) pushOverlayEntry(id, close); // opened natively, before hydration
    element.addEventListener("toggle", follow);
    return () => {
      element.removeEventListener("toggle", follow);
      popOverlayEntry(id);
    };
  }, [overlay, id]);
}

/** For an overlay that is neither a dialog nor a popover: called when it opens; `popOverlayEntry` when it has closed. */
export function pushOverlayEntry(id: string, close: () => void): void {
  if (stack.some((open) => open.id === id)) return;
  const [page, overlays] = positionOf(history.state);
  history.pushState({ ...history.state, overlay: id, overlays: overlays + 1 }, "");
  currentPosition = [page, overlays + 1];
  stack.push({ id, position: currentPosition, close });
}

export function popOverlayEntry(id: string): void {
  const index = stack.findIndex((open) => open.id === id);
  if (index < 0) return; // the back button closed it
  stack.splice(index, 1);
  if (history.state?.overlay === id) stepBack(1); // else the page has changed; `onPop` skips the entry
}

function stepBack(count: number): void {
  const [page, overlays] = positionOf(history.state);
  pendingPopTarget = [page, overlays - count];
  history.go(-count);
}

/** A document loaded on the entry of an overlay (by a reload, or by Back from another document) has no overlay open. */
function skipEarlierEntries(): void {
  const [, overlays] = positionOf(history.state);
  if (overlays > 0 && !document.querySelector("dialog[open]")) stepBack(overlays);
}

function onPop(event: PopStateEvent): void {
  const [from, to] = [currentPosition, positionOf(event.state)];
  const isOwnStep = String(pendingPopTarget) === String(to);
  currentPosition = to;
  pendingPopTarget = undefined;
  const open = isOwnStep ? undefined : stack.pop();
  open?.close();
  // False where the user steps back from a page that a link in the overlay opened, before the effects of that page have closed the overlay.
  const isClosedByStep = open?.position[0] === to[0] && open.position[1] > to[1];
  if (to[1] === 0 && !isClosedByStep && !isOwnStep) return;
  event.stopImmediatePropagation();
  if (isClosedByStep || isOwnStep) return;
  // Where no entry follows this one, the skip can only go back.
  const { navigation } = window as { navigation?: { canGoForward: boolean } };
  const isForward = (to[0] - from[0] || to[1] - from[1]) > 0;
  if (isForward && navigation?.canGoForward !== false) history.forward();
  else history.back();
}

/** What `pushOverlayEntry` writes into the history state, beside the router's own fields. */
type EntryState = { idx?: number; overlay?: string; overlays?: number } | null;

function positionOf(state: EntryState): HistoryPosition {
  return [state?.idx ?? 0, state?.overlays ?? 0];
}

function isOpen(element: HTMLElement): boolean {
  return element instanceof HTMLDialogElement ? element.open : element.matches(":popover-open");
}

/** Does nothing to an overlay that is closed. */
function closeOverlay(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement) element.close();
  else element.hidePopover?.();
}
