import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import type { loader as suggest } from "../../resources/suggest.ts";
import { popOverlayEntry, pushOverlayEntry } from "../../ui/overlays/overlay-history.ts";
import { Suggestions, suggestionsOf } from "./suggestions.tsx";

const PAUSE_MS = 200; // between two keystrokes
const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type LiveSearchProps = { input: Field; terms: readonly string[] };

/**
 * Makes a search field a combobox: suggestions below it while typing, arrow keys that put a suggestion's text into the field,
 * and Escape. On a phone it fills the screen until a suggestion is chosen, "Cancel" is clicked or Back closes it
 * (search-box.css).
 */
export function LiveSearch({ input, terms }: LiveSearchProps) {
  const { common } = useMessages();
  const paths = usePaths();
  const [typed, setTyped] = useState(() => input.current?.value ?? "");
  const [open, setOpen] = useState(() => input.current === document.activeElement);
  const [active, setActive] = useState(-1);
  const groups = suggestionsOf({ typed, found: useSuggestions(open ? typed : ""), terms, paths, words: common });
  const all = groups.flatMap((group) => group.items);
  const id = `${input.current?.id}-list`;
  const shown = open && all.length > 0;

  /** Shows a suggestion's text in the field; the typed text returns after the last suggestion and with Escape. */
  const activate = (at: number) => {
    setActive(at);
    if (input.current) input.current.value = all[at]?.text ?? typed;
  };
  const close = () => {
    if (active >= 0) activate(-1);
    setOpen(false);
  };
  const closeAndBlur = () => {
    close();
    input.current?.blur();
  };
  const onKey = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move !== undefined && all.length > 0) {
      event.preventDefault();
      setOpen(true);
      activate(((active + move + 1 + all.length + 1) % (all.length + 1)) - 1);
    } else if (event.key === "Enter" && shown && all[active]) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    }
  };

  useFieldEvents(input, {
    ready: (field) => setTyped(field.value), // text typed between the first render and now
    input: (field) => {
      setTyped(field.value);
      setActive(-1);
      setOpen(true);
    },
    focus: () => setOpen(true),
    blur: () => setOpen(false),
    key: onKey,
  });
  usePageChange(input, (field, isFirst) => {
    const isUsed = field === document.activeElement && active < 0;
    setOpen(isFirst && field === document.activeElement);
    setActive(-1);
    if (isFirst) return;
    if (fillsScreen()) field.blur();
    if (!isUsed) field.value = field.defaultValue; // the search text of the new page, if any
    setTyped(field.value);
  });
  useOverlayEntry(open && fillsScreen(), id, closeAndBlur);
  useComboboxRole(input, id, shown ? active : undefined);

  return (
    <>
      <Suggestions id={id} groups={groups} typed={typed} active={active} open={shown} />
      <span className="visually-hidden" role="status">
        {shown && typed !== "" && common.suggestions_shown({ count: all.length })}
      </span>
      <button
        type="button"
        className="search-cancel"
        hidden={!open}
        onMouseDown={(event) => event.preventDefault()} // the field keeps the focus until the click is done
        onClick={closeAndBlur}
      >
        {common.cancel}
      </button>
    </>
  );
}

/** The same condition as in search-box.css. */
function fillsScreen(): boolean {
  return matchMedia("(width < 48rem)").matches;
}

/** Where the search fills the screen it is an overlay in the history: the back button calls `close`. */
function useOverlayEntry(isFullScreen: boolean, id: string, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isFullScreen) return;
    pushOverlayEntry(id, () => closeNow());
    return () => popOverlayEntry(id);
  }, [isFullScreen, id]);
}

type Field = RefObject<HTMLInputElement | null>;
type FieldHandlers = {
  /** Called once all listeners are added. */
  ready(field: HTMLInputElement): void;
  input(field: HTMLInputElement): void;
  focus(): void;
  blur(): void;
  key(event: KeyboardEvent): void;
};

function useFieldEvents(input: Field, handlers: FieldHandlers): void {
  const handle = useEffectEvent((event: Event, field: HTMLInputElement) => {
    if (event instanceof KeyboardEvent) return handlers.key(event);
    if (!(event instanceof FocusEvent)) return handlers.input(field);
    if (event.type === "focus") return handlers.focus();
    const next = event.relatedTarget;
    // A phone that closes its keyboard removes the focus as well: the search stays open.
    const isLeft = next instanceof Node ? !field.form?.contains(next) : !fillsScreen();
    if (isLeft) handlers.blur();
  });

  const onReady = useEffectEvent(handlers.ready);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const listener = (event: Event) => handle(event, field);
    const names = ["input", "focus", "focusout", "keydown"];
    for (const name of names) field.addEventListener(name, listener);
    onReady(field);
    return () => {
      for (const name of names) field.removeEventListener(name, listener);
    };
  }, [input]);
}

/** Exposes the combobox and its active suggestion to screen readers. `active` is undefined while the list is closed. */
function useComboboxRole(input: Field, list: string, active: number | undefined): void {
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.autocomplete = "off";
    field.role = "combobox";
    field.ariaAutoComplete = "list";
    field.ariaExpanded = String(active !== undefined);
    field.setAttribute("aria-controls", list);
    if (active !== undefined && active >= 0) field.setAttribute("aria-activedescendant", `${list}-${active}`);
    else field.removeAttribute("aria-activedescendant");
  }, [input, list, active]);
}

/** Calls `onPage` when the field is first used, and at every navigation after that. */
function usePageChange(input: Field, onPage: (field: HTMLInputElement, isFirst: boolean) => void): void {
  const { key } = useLocation();
  const last = useRef<string | undefined>(undefined);
  const onNewPage = useEffectEvent(onPage);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (last.current === key) return;
    last.current = key;
    if (input.current) onNewPage(input.current, isFirst);
  }, [key, input]);
}

/** The shop's suggestions for a text, requested PAUSE_MS after the last keystroke. */
function useSuggestions(typed: string) {
  const paths = usePaths();
  const { load, data } = useFetcher<typeof suggest>();
  const wanted = typed.trim();

  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => load(paths.suggest(wanted)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, load, paths]);

  return wanted === "" ? undefined : data;
}
