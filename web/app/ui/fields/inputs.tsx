import { type ComponentProps, type ReactNode, useLayoutEffect } from "react";
import { classes } from "../classes.ts";
import { Icon, type IconName } from "../icon.tsx";
import { Field, type FieldOptions } from "./field.tsx";

/** A field is found by its id; without one, its name serves. */
type Named = { name: string; id?: string };

export type TextInputProps = Omit<ComponentProps<"input">, "prefix"> &
  FieldOptions &
  Named & {
    icon?: IconName;
    /** Before the text, in the same box: "+84". */
    prefix?: ReactNode;
    /** After the text, in the same box. */
    after?: ReactNode;
  };

export function TextInput({ icon, prefix, after, ...props }: TextInputProps) {
  const [frame, input] = splitOptions(props);
  return (
    <Field {...frame} id={input.id ?? input.name}>
      {(control) =>
        icon || prefix || after ? (
          <span className={classes("input input-group", input.className)}>
            {icon && <Icon name={icon} />}
            {prefix && <span className="input-prefix">{prefix}</span>}
            <input {...input} {...control} className={undefined} />
            {after}
          </span>
        ) : (
          <input {...input} {...control} className={classes("input", input.className)} />
        )
      }
    </Field>
  );
}

export type TextAreaProps = ComponentProps<"textarea"> & FieldOptions & Named;

export function TextArea(props: TextAreaProps) {
  const [frame, input] = splitOptions(props);
  const id = input.id ?? input.name;
  noteTyped(id);
  useLayoutEffect(() => restoreTyped(id), [id]);
  return (
    <Field {...frame} id={id}>
      {(control) => <textarea {...input} {...control} className={classes("input", input.className)} />}
    </Field>
  );
}

/** What was typed into a text area of the document before it was hydrated: React puts back the text it came with. */
const typedBefore = new WeakMap<HTMLTextAreaElement, string>();

function textArea(id: string): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[id="${CSS.escape(id)}"]`);
}

/** In the render, which comes before React touches the element, perhaps more than once. */
function noteTyped(id: string): void {
  const area = import.meta.env.SSR ? null : textArea(id);
  if (area && area.value !== area.defaultValue) typedBefore.set(area, area.value);
}

function restoreTyped(id: string): void {
  const area = textArea(id);
  if (area && area.value === area.defaultValue) area.value = typedBefore.get(area) ?? area.value;
}

export type SelectProps = Omit<ComponentProps<"select">, "children"> &
  FieldOptions &
  Named & {
    options: readonly { value: string; text: string; disabled?: boolean }[];
    /** First, empty choice: "Chọn tỉnh, thành phố". */
    placeholder?: string;
  };

export function Select({ options, placeholder, ...props }: SelectProps) {
  const [frame, select] = splitOptions(props);
  return (
    <Field {...frame} id={select.id ?? select.name}>
      {(control) => (
        <span className="select">
          <select {...select} {...control} className={classes("input", select.className)}>
            {placeholder && <option value="">{placeholder}</option>}
            {options.map(({ value, text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </Field>
  );
}

function splitOptions<Props extends FieldOptions>(props: Props): [FieldOptions, Omit<Props, keyof FieldOptions>] {
  const { label, help, error, ok, optional, wide, hideLabel, ...control } = props;
  return [{ label, help, error, ok, optional, wide, hideLabel }, control];
}
