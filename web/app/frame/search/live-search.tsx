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
 * Makes a search field a combobox: suggestions under it while typing, arrow keys, which bring their text into the field, and
 * Escape. On a phone it fills the screen until something is chosen, "Cancel" is clicked or Back closes it (search-box.css).
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

  /** Only shown there: what was typed comes back behind the last suggestion, and with Escape. */
  const activate = (at: number) => {
    setActive(at);
    if (input.current) input.current.value = all[at]?.text ?? typed;
  };
  const close = () => {
    if (active >= 0) activate(-1);
    setOpen(false);
  };
  const stop = () => {
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

  useEars(input, {
    settled: (field) => setTyped(field.value), // keys that fell between the first drawing and now
    input: (field) => {
      setTyped(field.value);
      setActive(-1);
      setOpen(true);
    },
    focus: () => setOpen(true),
    left: () => setOpen(false),
    key: onKey,
  });
  useNewPage(input, (field, isFirst) => {
    const isUsed = field === document.activeElement && active < 0;
    setOpen(isFirst && field === document.activeElement);
    setActive(-1);
    if (isFirst) return;
    if (fillsScreen()) field.blur();
    if (!isUsed) field.value = field.defaultValue; // what the new page was searched for, if it was
    setTyped(field.value);
  });
  useBack(open && fillsScreen(), id, stop);
  useRole(input, id, shown ? active : undefined);

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
        onClick={stop}
      >
        {common.cancel}
      </button>
    </>
  );
}

/** As search-box.css has it. */
function fillsScreen(): boolean {
  return matchMedia("(width < 48rem)").matches;
}

/** Where the search fills the screen it is an overlay like others: the back button calls `close`. */
function useBack(isFullScreen: boolean, id: string, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isFullScreen) return;
    pushOverlayEntry(id, () => closeNow());
    return () => popOverlayEntry(id);
  }, [isFullScreen, id]);
}

type Field = RefObject<HTMLInputElement | null>;
type Ears = {
  /** From here on no key is lost. */
  settled(field: HTMLInputElement): void;
  input(field: HTMLInputElement): void;
  focus(): void;
  left(): void;
  key(event: KeyboardEvent): void;
};

function useEars(input: Field, ears: Ears): void {
  const heard = useEffectEvent((event: Event, field: HTMLInputElement) => {
    if (event instanceof KeyboardEvent) return ears.key(event);
    if (!(event instanceof FocusEvent)) return ears.input(field);
    if (event.type === "focus") return ears.focus();
    const next = event.relatedTarget;
    // A phone that closes its keyboard removes the focus as well: the search stays open.
    const isLeft = next instanceof Node ? !field.form?.contains(next) : !fillsScreen();
    if (isLeft) ears.left();
  });

  const settle = useEffectEvent(ears.settled);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const hear = (event: Event) => heard(event, field);
    const names = ["input", "focus", "focusout", "keydown"];
    for (const name of names) field.addEventListener(name, hear);
    settle(field);
    return () => {
      for (const name of names) field.removeEventListener(name, hear);
    };
  }, [input]);
}

/** Exposes the combobox and the active suggestion to screen readers; none without a list. */
function useRole(input: Field, list: string, active: number | undefined): void {
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

/** `came` is called when the field is first used, and with every page that comes after. */
function useNewPage(input: Field, came: (field: HTMLInputElement, isFirst: boolean) => void): void {
  const { key } = useLocation();
  const last = useRef<string | undefined>(undefined);
  const arrive = useEffectEvent(came);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (last.current === key) return;
    last.current = key;
    if (input.current) arrive(input.current, isFirst);
  }, [key, input]);
}

/** What the shop suggests for a text, a moment after the last key. */
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
