import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import { classes } from "../classes.ts";
import { useHydrated } from "../hydrated.ts";
import { Icon } from "../icon.tsx";
import { Field, type FieldControl, type FieldOptions } from "./field.tsx";
import { Select } from "./inputs.tsx";

export type ComboboxOption = {
  value: string;
  text: string;
  /** Its own name alone, where the text says more: "Hoàn Kiếm" of "Phường Hoàn Kiếm". */
  name?: string;
  /** Beside the text, smaller: former names, a district. Typed words are looked for here too. */
  hint?: string;
};

export type ComboboxProps = FieldOptions & {
  name: string;
  id?: string;
  label: string;
  options: readonly ComboboxOption[];
  /** What the options are of: when it changes, the choice is `defaultValue` again. */
  list?: string;
  defaultValue?: string;
  placeholder: string;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  /** Makes a text comparable: without marks and case (`fold` of contract/values/text.ts). */
  fold: (text: string) => string;
  onChange?: (value: string) => void;
  words: { none: string; clear: string; close: string; found: (count: number) => string };
};

/**
 * One of many, found by typing. Before hydration a plain `<select>`; afterwards a combobox that ignores accents. The form
 * receives the option's value under `name` either way. Where the options change with another choice, `list` names them: a
 * list that is open stays open, with what was typed.
 */
export function Combobox(props: ComboboxProps) {
  const hydrated = useHydrated();
  const { options, placeholder, fold: _fold, onChange, words: _words, list: _list, ...select } = props;
  const [live, setLive] = useState(hydrated);
  const [chosen, setChosen] = useState<string>();
  const before = useRef<HTMLSelectElement>(null);
  const reported = useRef(props.defaultValue ?? "");

  // A list in use is not replaced before it loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the list as it was sent
  useEffect(() => {
    const element = before.current;
    if (!element) return;
    const replace = () => {
      if (element.value !== reported.current) onChange?.(element.value); // chosen before hydration
      if (element.value !== (props.defaultValue ?? "")) setChosen(element.value);
      setLive(true);
    };
    if (document.activeElement !== element) return replace();
    element.addEventListener("blur", replace, { once: true });
    return () => element.removeEventListener("blur", replace);
  }, []);

  if (live) return <LiveCombobox {...props} chosen={chosen} />;
  return (
    <Select
      {...select}
      ref={before}
      placeholder={placeholder}
      onChange={(event) => {
        reported.current = event.target.value;
        onChange?.(event.target.value);
      }}
      options={options.map(({ value, text, hint }) => ({ value, text: hint ? `${text} (${hint})` : text }))}
    />
  );
}

/** `chosen` from the `<select>` that stood in its place. */
type LiveProps = ComboboxProps & { chosen: string | undefined };

function LiveCombobox(props: LiveProps) {
  const { name, label, words, list } = props;
  const id = props.id ?? name;
  const listId = `${id}-options`;
  const box = useRef<HTMLInputElement>(null);
  const { open, typed, found, active, value, search, leave, choose, typing } = useCombobox(props, listId);
  const panel = (control: FieldControl) => (
    <div className={classes("combobox", open && "combobox-open")}>
      <Chosen key={list} name={name} value={value} />
      <div className="combobox-panel">
        <div className="combobox-head">
          <b>{label}</b>
          <IconButton type="button" icon="close" label={words.close} onClick={leave} />
        </div>
        <span className="input input-group">
          <input ref={box} {...typing} {...control} />
          {typed ? (
            <IconButton
              type="button"
              icon="close"
              label={words.clear}
              onClick={() => {
                search("");
                box.current?.focus();
              }}
            />
          ) : (
            <Icon name="chevron-down" size={16} />
          )}
        </span>
        <Options {...{ id: listId, label, open, found, active, value, none: words.none, choose }} />
      </div>
      <span className="visually-hidden" role="status">
        {open && words.found(found.length)}
      </span>
    </div>
  );
  return (
    <Field {...props} id={id}>
      {panel}
    </Field>
  );
}

/** A choice is an input to the form around it, as that of a `<select>` is. */
function Chosen({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    input.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [value]);
  return <input ref={input} type="hidden" name={name} value={value} />;
}

/** What is chosen, typed, found and pointed at, and the text box that changes it. */
function useCombobox(
  { options, defaultValue = "", chosen, list, fold, onChange, ...props }: LiveProps,
  listId: string,
) {
  const [value, setValue] = useState(chosen ?? defaultValue);
  const [shownList, setShownList] = useState(list);
  const [typed, setTyped] = useState<string | null>(null); // null: closed, the chosen option's text is shown
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const found = open ? matching(options, typed, fold) : [];

  const leave = () => setTyped(null);
  if (shownList !== list) {
    setShownList(list);
    setValue(defaultValue);
    setActive(0);
    if (props.disabled) leave();
  }
  function search(text: string) {
    setTyped(text);
    setActive(0);
  }
  function choose(option: ComboboxOption | undefined) {
    leave();
    if (!option || option.value === value) return;
    setValue(option.value);
    onChange?.(option.value);
  }
  function point(to: number) {
    if (!open) return search("");
    const next = Math.max(0, Math.min(to, found.length - 1));
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  }
  function byKey(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) point(active + step);
    else if (event.key === "Enter" && open) choose(found[active]);
    else if (event.key === "Escape" && open) leave();
    else {
      if (event.key === "Tab" && open && typed) choose(found[active]);
      return;
    }
    event.preventDefault(); // the key was ours: no submission, no closing of what the form stands in
    event.stopPropagation();
  }
  const typing: ComponentProps<"input"> = {
    type: "text",
    role: "combobox",
    placeholder: props.placeholder,
    required: props.required,
    disabled: props.disabled,
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
    value: typed ?? options.find((option) => option.value === value)?.text ?? "",
    "aria-expanded": open,
    "aria-controls": listId,
    "aria-autocomplete": "list",
    "aria-activedescendant": open && found.length > 0 ? `${listId}-${active}` : undefined,
    onChange: (event) => search(event.target.value),
    onClick: () => open || search(""),
    onKeyDown: byKey,
    onBlur: (event) => event.currentTarget.closest(".combobox")?.contains(event.relatedTarget) || leave(),
  };
  return { open, typed, found, active, value, search, leave, choose, typing };
}

type OptionsProps = {
  id: string;
  label: string;
  open: boolean;
  found: readonly ComboboxOption[];
  active: number;
  value: string;
  none: string;
  choose: (option: ComboboxOption) => void;
};

function Options({ id, label, open, found, active, value, none, choose }: OptionsProps) {
  return (
    <div id={id} className="options" role="listbox" aria-label={label} hidden={!open}>
      {found.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's
        <div
          key={option.value}
          id={`${id}-${index}`}
          className="option"
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          data-active={index === active ? "" : undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span>
            {option.text} {option.hint && <small>{option.hint}</small>}
          </span>
          {option.value === value && <Icon name="check" />}
        </div>
      ))}
      {open && found.length === 0 && <div className="options-none">{none}</div>}
    </div>
  );
}

/**
 * Options in which every typed word begins a word. First those of that very name, spelled like it or without its marks;
 * then those whose name or text begins with what was typed, those whose own text has it, and last those that only their
 * hint (a former name) has brought.
 */
export function matching(
  options: readonly ComboboxOption[],
  typed: string,
  fold: (text: string) => string,
): readonly ComboboxOption[] {
  // "M'Drắk", "Cam Ly - Đà Lạt": between letters stand blanks only.
  const plain = (text: string) =>
    fold(text)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const wanted = plain(typed);
  if (wanted === "") return options;
  const words = wanted.split(" ");
  const exact = typed.normalize("NFC").trim().toLowerCase();
  const has = (text: string) => {
    const whole = ` ${plain(text)}`;
    return words.every((word) => whole.includes(` ${word}`));
  };
  const found = options.filter(({ text, name = "", hint = "" }) => has(`${name} ${text} ${hint}`));
  const ranks = new Map(found.map((option) => [option, rank(option)]));
  return found.sort((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));

  function rank({ text, name = text }: ComboboxOption): number {
    const own = [text, name];
    if (own.some((each) => each.normalize("NFC").toLowerCase() === exact)) return 4;
    if (own.some((each) => plain(each) === wanted)) return 3;
    if (own.some((each) => plain(each).startsWith(wanted))) return 2;
    return has(text) ? 1 : 0;
  }
}
