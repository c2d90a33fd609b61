import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import type { loader as suggest } from "../resources/suggest.ts";
import { Suggestions, suggestionsOf } from "./suggestions.tsx";

const pause_ms = 200; // kit, section 4 "Search"

/** Makes a search field a combobox: suggestions under it while typing, arrow keys, Escape. */
export default function LiveSearch({
  input,
  terms,
}: {
  input: RefObject<HTMLInputElement | null>;
  terms: readonly string[];
}) {
  const { common } = useMessages();
  const paths = usePaths();
  const { key } = useLocation();
  const first_key = useRef(key);
  const [typed, setTyped] = useState(() => input.current?.value ?? "");
  const [open, setOpen] = useState(true);
  const [active, setActive] = useState(-1);
  const groups = suggestionsOf({ typed, found: useSuggestions(open ? typed : ""), terms, paths, words: common });
  const all = groups.flatMap((group) => group.items);
  const id = `${input.current?.id}-list`;
  const shown = open && all.length > 0;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && all.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at) => ((at + move + 1 + all.length + 1) % (all.length + 1)) - 1);
    } else if (event.key === "Enter" && shown && all[active]) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    } else if (event.key === "Escape" && shown) {
      event.preventDefault();
      setOpen(false);
    }
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const onInput = () => {
      setTyped(field.value);
      setActive(-1);
      setOpen(true);
    };
    const onLeave = (event: FocusEvent) => {
      if (!field.form?.contains(event.relatedTarget as Node | null)) setOpen(false);
    };
    const heard = {
      input: onInput,
      focus: () => setOpen(true),
      focusout: onLeave,
      keydown: (event: KeyboardEvent) => onKey(event),
    };
    for (const [name, listener] of Object.entries(heard)) field.addEventListener(name, listener as EventListener);
    setTyped(field.value); // keys that fell between the first drawing and this ear
    return () => {
      for (const [name, listener] of Object.entries(heard)) field.removeEventListener(name, listener as EventListener);
    };
  }, [input]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the move is the event
  useEffect(() => {
    const field = input.current;
    const is_focused = field === document.activeElement;
    setOpen(is_focused);
    if (first_key.current === key || !field || is_focused) return;
    first_key.current = "";
    field.value = field.defaultValue; // what the page that has come was searched for, if it was
    setTyped(field.value);
  }, [key]);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    field.autocomplete = "off";
    field.role = "combobox";
    field.ariaAutoComplete = "list";
    field.ariaExpanded = String(shown);
    field.setAttribute("aria-controls", id);
    if (shown && active >= 0) field.setAttribute("aria-activedescendant", `${id}-${active}`);
    else field.removeAttribute("aria-activedescendant");
  }, [input, id, shown, active]);

  return (
    <>
      <Suggestions id={id} groups={groups} active={active} open={shown} />
      <span className="visually-hidden" role="status">
        {shown && typed !== "" && common.suggestions_shown({ count: all.length })}
      </span>
    </>
  );
}

/** What the shop suggests for a text, a moment after the last key. */
function useSuggestions(typed: string) {
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
