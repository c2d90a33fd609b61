import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import type { loader as suggest } from "../resources/suggest.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { Icon } from "../ui/icon.tsx";
import { type Suggestion, Suggestions, suggestionsOf } from "./suggestions.tsx";

const pause_ms = 200; // kit, section 4 "Search"
const longest = 120;

type SearchBoxProps = {
  id: string;
  placeholder: string;
  /** Shown while nothing is typed. */
  terms: readonly string[];
  /** The `/` key comes here. */
  shortcut?: boolean;
};

/** A plain GET form; once the page runs, suggestions appear under it while typing. */
export function SearchBox({ id, placeholder, terms, shortcut = false }: SearchBoxProps) {
  const { common } = useMessages();
  const paths = usePaths();
  const live = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const asked = useAsked();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(open ? typed : "");
  const groups = suggestionsOf({ typed, found, terms, paths, words: common });
  const all = groups.flatMap((group) => group.items);
  const list_id = `${id}-list`;
  const shown = live && open && all.length > 0;

  useClosedByMoving(() => setOpen(false));
  useTypedAsleep(input, (text) => {
    setTyped(text);
    setOpen(true);
  });
  useShortcut(shortcut, input);

  function byKey(event: KeyboardEvent<HTMLInputElement>) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && all.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => ((at + move + 1 + all.length + 1) % (all.length + 1)) - 1);
    } else if (event.key === "Enter" && shown && all[active]) {
      event.preventDefault();
      document.getElementById(`${list_id}-${active}`)?.click();
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setOpen(false);
    }
  }
  const combobox = live && {
    role: "combobox",
    "aria-expanded": shown,
    "aria-controls": list_id,
    "aria-autocomplete": "list" as const,
    "aria-activedescendant": shown && active >= 0 ? `${list_id}-${active}` : undefined,
    autoComplete: "off",
  };
  return (
    <search>
      <form className="search" action={paths.search()} onBlur={(event) => leftForm(event) && setOpen(false)}>
        <Icon name="search" />
        <input
          key={asked}
          ref={input}
          id={id}
          defaultValue={asked}
          type="search"
          name="name"
          placeholder={placeholder}
          aria-label={common.search}
          maxLength={longest}
          required
          enterKeyHint="search"
          {...combobox}
          onFocus={() => setOpen(true)}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onKeyDown={byKey}
        />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nobody can focus it */}
        {shortcut && <kbd aria-hidden="true">/</kbd>}
        <button type="submit" className="visually-hidden">
          {common.search_submit}
        </button>
        {live && <Suggestions id={list_id} groups={groups} active={active} open={shown} />}
        <span className="visually-hidden" role="status">
          {shown && typed !== "" && common.suggestions_shown({ count: all.length })}
        </span>
      </form>
    </search>
  );
}

function leftForm(event: React.FocusEvent<HTMLFormElement>): boolean {
  return !event.currentTarget.contains(event.relatedTarget);
}

/** What the shop suggests for a text, a moment after the last key. */
function useSuggestions(typed: string): Suggestion | undefined {
  const paths = usePaths();
  const { load, data } = useFetcher<typeof suggest>();
  const wanted = typed.trim();

  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => load(paths.suggest(wanted)), pause_ms);
    return () => clearTimeout(timer);
  }, [wanted, load, paths]);

  return wanted === "" ? undefined : data;
}

/** Who has come here and begun to type while the page slept is helped as soon as it runs. */
function useTypedAsleep(input: React.RefObject<HTMLInputElement | null>, help: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page begins to run
  useEffect(() => {
    if (input.current && document.activeElement === input.current) help(input.current.value);
  }, []);
}

/** What the page below was searched for: it stays in the box, to be mended. */
function useAsked(): string {
  const paths = usePaths();
  const { pathname, search } = useLocation();
  return pathname === paths.search() ? (new URLSearchParams(search).get("name") ?? "") : "";
}

function useClosedByMoving(close: () => void): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the move is the event
  useEffect(close, [key]);
}

function useShortcut(wanted: boolean, input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!wanted) return;
    const focus = (event: globalThis.KeyboardEvent) => {
      const target = event.target as Element | null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog"))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, [wanted, input]);
}
