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
  /** The name alone, where the text has more: "Hoàn Kiếm" of "Phường Hoàn Kiếm". */
  name?: string;
  /** Shown smaller beside the text: former names, a district. The search covers it too. */
  hint?: string;
};

export type ComboboxProps = FieldOptions & {
  name: string;
  id?: string;
  label: string;
  options: readonly ComboboxOption[];
  /** Identifies the list of options: when it changes, the choice is reset to `defaultValue`. */
  list?: string;
  defaultValue?: string;
  placeholder: string;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  /** Removes marks and case for a comparison (`fold` of contract/values/text.ts). */
  fold: (text: string) => string;
  onChange?: (value: string) => void;
  labels: { none: string; clear: string; close: string; found: (count: number) => string };
};

/**
 * A choice of one option among many, found by typing. Before hydration it is a plain `<select>`, afterwards a combobox that
 * ignores accents; the form receives the option's value under `name` either way. Where the options depend on another choice,
 * `list` identifies them, and an open combobox stays open with the typed text.
 */
export function Combobox(props: ComboboxProps) {
  const hydrated = useHydrated();
  const { options, placeholder, fold: _fold, onChange, labels: _labels, list: _list, ...select } = props;
  const [isInteractive, setInteractive] = useState(hydrated);
  const [chosen, setChosen] = useState<string>();
  const before = useRef<HTMLSelectElement>(null);
  const reported = useRef(props.defaultValue ?? "");

  // A `<select>` that has the focus is not replaced before it loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the `<select>` of the server's HTML
  useEffect(() => {
    const element = before.current;
    if (!element) return;
    const replace = () => {
      if (element.value !== reported.current) onChange?.(element.value); // chosen before hydration
      if (element.value !== (props.defaultValue ?? "")) setChosen(element.value);
      setInteractive(true);
    };
    if (document.activeElement !== element) return replace();
    element.addEventListener("blur", replace, { once: true });
    return () => element.removeEventListener("blur", replace);
  }, []);

  if (isInteractive) return <InteractiveCombobox {...props} chosen={chosen} />;
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

/** `chosen`: the value chosen in the `<select>` before the combobox replaced it. */
type InteractiveProps = ComboboxProps & { chosen: string | undefined };

function InteractiveCombobox(props: InteractiveProps) {
  const { name, label, labels, list } = props;
  const id = props.id ?? name;
  const listId = `${id}-options`;
  const inputRef = useRef<HTMLInputElement>(null);
  const { open, typed, found, active, value, search, close, choose, inputProps } = useCombobox(props, listId);
  const panel = (control: FieldControl) => (
    <div className={classes("combobox", open && "combobox-open")}>
      <HiddenInput key={list} name={name} value={value} />
      <div className="combobox-panel">
        <div className="combobox-head">
          <b>{label}</b>
          <IconButton type="button" icon="close" label={labels.close} onClick={close} />
        </div>
        <span className="input input-group">
          <input ref={inputRef} {...inputProps} {...control} />
          {typed ? (
            <IconButton
              type="button"
              icon="close"
              label={labels.clear}
              onClick={() => {
                search("");
                inputRef.current?.focus();
              }}
            />
          ) : (
            <Icon name="chevron-down" size={16} />
          )}
        </span>
        <Options {...{ id: listId, label, open, found, active, value, none: labels.none, choose }} />
      </div>
      <span className="visually-hidden" role="status">
        {open && labels.found(found.length)}
      </span>
    </div>
  );
  return (
    <Field {...props} id={id}>
      {panel}
    </Field>
  );
}

/** Carries the value to the form, and dispatches an `input` event when it changes, as a `<select>` does. */
function HiddenInput({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    input.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [value]);
  return <input ref={input} type="hidden" name={name} value={value} />;
}

/** The state of the combobox: the chosen value, the typed text, the found options and the active one; and the props of its text box. */
function useCombobox(
  { options, defaultValue = "", chosen, list, fold, onChange, ...props }: InteractiveProps,
  listId: string,
) {
  const [value, setValue] = useState(chosen ?? defaultValue);
  const [shownList, setShownList] = useState(list);
  const [typed, setTyped] = useState<string | null>(null); // null while closed; the chosen option's text is shown then
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const found = open ? matching(options, typed, fold) : [];

  const close = () => setTyped(null);
  if (shownList !== list) {
    setShownList(list);
    setValue(defaultValue);
    setActive(0);
    if (props.disabled) close();
  }
  function search(text: string) {
    setTyped(text);
    setActive(0);
  }
  function choose(option: ComboboxOption | undefined) {
    close();
    if (!option || option.value === value) return;
    setValue(option.value);
    onChange?.(option.value);
  }
  function moveTo(to: number) {
    if (!open) return search("");
    const next = Math.max(0, Math.min(to, found.length - 1));
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  }
  function handleKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) moveTo(active + step);
    else if (event.key === "Enter" && open) choose(found[active]);
    else if (event.key === "Escape" && open) close();
    else {
      if (event.key === "Tab" && open && typed) choose(found[active]);
      return;
    }
    event.preventDefault(); // the combobox used the key: it neither submits the form nor closes the dialog that contains it
    event.stopPropagation();
  }
  const inputProps: ComponentProps<"input"> = {
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
    onKeyDown: handleKeyDown,
    onBlur: (event) => event.currentTarget.closest(".combobox")?.contains(event.relatedTarget) || close(),
  };
  return { open, typed, found, active, value, search, close, choose, inputProps };
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
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
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
 * The options in which every typed word begins a word, best first: options with exactly that name, with it apart from marks,
 * with a name or text that begins with the typed text, with all words in their text, and last with words found only in
 * their hint (a former name).
 */
export function matching(
  options: readonly ComboboxOption[],
  typed: string,
  fold: (text: string) => string,
): readonly ComboboxOption[] {
  // "M'Drắk", "Cam Ly - Đà Lạt": every other character becomes a space.
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
