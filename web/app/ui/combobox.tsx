import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Field, type FieldControl, type FieldFrame } from "./field.tsx";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icon.tsx";
import { Select } from "./inputs.tsx";

export type ComboboxOption = {
  value: string;
  text: string;
  /** Beside the text, smaller: former names, a district. Typed words are looked for here too. */
  hint?: string;
};

export type ComboboxProps = FieldFrame & {
  name: string;
  id?: string;
  label: string;
  options: readonly ComboboxOption[];
  defaultValue?: string;
  placeholder: string;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  /** Makes a text comparable: without marks and case (`fold` of contract/text.ts). */
  fold: (text: string) => string;
  onChange?: (value: string) => void;
  words: { none: string; clear: string; close: string; found: (count: number) => string };
};

/**
 * One of many, found by typing. Before hydration a plain `<select>`; afterwards a combobox that ignores accents. The form
 * receives the option's value under `name` either way. Give it a `key` when the options change with another choice.
 */
export function Combobox(props: ComboboxProps) {
  const live = useHydrated();
  const { options, placeholder, fold: _fold, onChange, words: _words, ...select } = props;
  if (live) return <LiveCombobox {...props} />;
  return (
    <Select
      {...select}
      placeholder={placeholder}
      onChange={(event) => onChange?.(event.target.value)}
      options={options.map(({ value, text, hint }) => ({ value, text: hint ? `${text} (${hint})` : text }))}
    />
  );
}

function LiveCombobox(props: ComboboxProps) {
  const { name, label, words } = props;
  const id = props.id ?? name;
  const list_id = `${id}-options`;
  const box = useRef<HTMLInputElement>(null);
  const { open, typed, found, active, value, search, leave, choose, typing } = useCombobox(props, list_id);
  const panel = (control: FieldControl) => (
    <div className={classes("combobox", open && "combobox-open")}>
      <input type="hidden" name={name} value={value} />
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
        <Options {...{ id: list_id, label, open, found, active, value, none: words.none, choose }} />
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

/** What is chosen, typed, found and pointed at, and the text box that changes it. */
function useCombobox({ options, defaultValue, fold, onChange, ...props }: ComboboxProps, list_id: string) {
  const [value, setValue] = useState(defaultValue ?? "");
  const [typed, setTyped] = useState<string | null>(null); // null: closed, the chosen option's text is shown
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const found = open ? matching(options, typed, fold) : [];

  const leave = () => setTyped(null);
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
    document.getElementById(`${list_id}-${next}`)?.scrollIntoView({ block: "nearest" });
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
    "aria-controls": list_id,
    "aria-autocomplete": "list",
    "aria-activedescendant": open && found.length > 0 ? `${list_id}-${active}` : undefined,
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

/** Options in which every typed word begins a word; those whose text begins with what was typed come first. */
export function matching(
  options: readonly ComboboxOption[],
  typed: string,
  fold: (text: string) => string,
): readonly ComboboxOption[] {
  const wanted = fold(typed);
  if (wanted === "") return options;
  const words = wanted.split(" ");
  const found = options.filter(({ text, hint }) => {
    const whole = ` ${fold(`${text} ${hint ?? ""}`).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
    return words.every((word) => whole.includes(` ${word}`));
  });
  return found.sort((one, other) => rank(other) - rank(one));

  function rank({ text }: ComboboxOption): number {
    return fold(text).startsWith(wanted) ? 1 : 0;
  }
}
