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
  const { name, options, defaultValue, placeholder, fold, onChange, words } = props;
  const id = props.id ?? name;
  const list_id = `${id}-options`;
  const box = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(defaultValue ?? "");
  const [typed, setTyped] = useState<string | null>(null); // null: the chosen option's text is shown
  const [active, setActive] = useState(0);
  const open = typed !== null;
  const chosen = options.find((option) => option.value === value);
  const found = open ? matching(options, typed, fold) : [];

  function choose(option: ComboboxOption | undefined) {
    setTyped(null);
    if (!option || option.value === value) return;
    setValue(option.value);
    onChange?.(option.value);
  }
  function search(text: string) {
    setTyped(text);
    setActive(0);
  }
  function byKey(event: KeyboardEvent) {
    const last = found.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (!open) return search("");
      const next = Math.max(0, Math.min(to, last));
      setActive(next);
      document.getElementById(`${list_id}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && open) {
      event.preventDefault(); // choosing, not submitting
      choose(found[active]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === "Tab" && open) choose(found[active]);
  }
  const typing: ComponentProps<"input"> = {
    type: "text",
    role: "combobox",
    placeholder,
    required: props.required,
    disabled: props.disabled,
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
    value: typed ?? chosen?.text ?? "",
    "aria-expanded": open,
    "aria-controls": list_id,
    "aria-autocomplete": "list",
    "aria-activedescendant": open && found.length > 0 ? `${list_id}-${active}` : undefined,
    onChange: (event) => search(event.target.value),
    onClick: () => open || search(""),
    onKeyDown: byKey,
    onBlur: (event) => {
      if (!event.currentTarget.closest(".combobox")?.contains(event.relatedTarget)) setTyped(null);
    },
  };
  const panel = (control: FieldControl) => (
    <div className={classes("combobox", open && "combobox-open")}>
      <input type="hidden" name={name} value={value} />
      <div className="combobox-panel">
        <div className="combobox-head">
          <b>{props.label}</b>
          <IconButton type="button" icon="close" label={words.close} onClick={() => setTyped(null)} />
        </div>
        <span className="input input-group">
          <input ref={box} {...typing} {...control} />
          {open && typed !== "" ? (
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
        <Options {...{ id: list_id, label: props.label, open, found, active, value, none: words.none, choose }} />
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
