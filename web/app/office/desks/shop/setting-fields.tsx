import type { FormField } from "contract/platform/platform.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { countAt, dropAt, keyAt, languages, nameAt, type Path } from "./setting-value.ts";

type Errors = Readonly<Record<string, readonly string[]>>;
type Props = { form: FormField; value: unknown; path: Path; label: string; errors: Errors };

const LONG_TEXT = 80;

/** The inputs of a setting, by its own description of itself. */
export function SettingFields({ form, value, path, label, errors }: Props) {
  const { shop } = useOfficeMessages();
  const name = nameAt(path);
  const error = errors[["value", ...path].join(".")]?.[0];
  const within = path.at(-1) ?? "";
  const named = ({ name }: FormField) => shop.fields[`${within}.${name}`] ?? shop.fields[name] ?? name;
  switch (form.kind) {
    case "text":
      return <TextField name={name} label={label} value={textOf(value)} error={error} required={form.required} />;
    case "words":
      return (
        <fieldset className="field">
          <legend className="legend">{label}</legend>
          <div className="words-fields">
            {languages.map((each) => (
              <TextField
                key={each}
                name={nameAt([...path, each])}
                label={shop.settings.languages[each]}
                value={textOf(partOf(value, each))}
                error={errors[["value", ...path, each].join(".")]?.[0]}
                lang={each}
              />
            ))}
          </div>
        </fieldset>
      );
    case "number":
      return (
        <TextInput
          name={name}
          label={label}
          defaultValue={textOf(value)}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          required={form.required}
          help={
            form.minimum !== null && form.maximum !== null
              ? shop.settings.range({ minimum: String(form.minimum), maximum: String(form.maximum) })
              : undefined
          }
        />
      );
    case "flag":
      return (
        <Checkbox name={name} value="1" defaultChecked={value === true || value === "1"}>
          {label}
        </Checkbox>
      );
    case "choice":
      return (
        <Select
          name={name}
          label={label}
          defaultValue={textOf(value)}
          error={error}
          options={form.options.map((each) => ({ value: each, text: shop.fields[each] ?? each }))}
        />
      );
    case "group":
      return (
        <Group label={path.length > 0 ? label : ""}>
          {form.fields.map((field) => (
            <SettingFields
              key={field.name}
              form={field as FormField}
              value={partOf(value, field.name)}
              path={[...path, field.name]}
              label={named(field as FormField)}
              errors={errors}
            />
          ))}
        </Group>
      );
    case "list":
    case "record":
      return <Rows {...{ form, value, path, label, errors }} />;
  }
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  if (label === "") return <div className="setting-group">{children}</div>;
  return (
    <fieldset className="field setting-part">
      <legend className="legend">{label}</legend>
      <div className="setting-group">{children}</div>
    </fieldset>
  );
}

/** Rows of a list; one empty row stands at its end, so that one can be added without scripts. */
function Rows({ form, value, path, label, errors }: Props) {
  const { shop } = useOfficeMessages();
  const said = shop.settings;
  const rows = form.kind === "list" ? (Array.isArray(value) ? value.map((item) => ["", item]) : []) : entriesOf(value);
  const [added, setAdded] = useState(1);
  const item = form.fields[0] as FormField | undefined;
  if (!item) return null;
  const all = [...rows, ...Array.from({ length: added }, () => ["", undefined])];
  return (
    <fieldset className="field setting-part">
      {label && path.length > 0 && <legend className="legend">{label}</legend>}
      <input type="hidden" name={countAt(path)} value={all.length} />
      {all.map(([key, each], row) => {
        const at = [...path, row];
        const isNew = row >= rows.length;
        const title = isNew ? said.new_row : said.row({ number: row + 1 });
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={row}
            className="setting-row"
          >
            <legend className="tiny muted">{title}</legend>
            {form.kind === "record" && (
              <TextField name={keyAt(at)} label={said.key} value={textOf(key)} error={undefined} />
            )}
            <SettingFields
              form={item}
              value={each}
              path={at}
              label={item.kind === "group" ? "" : (shop.fields[item.name] ?? title)}
              errors={errors}
            />
            {!isNew && (
              <Checkbox dense name={dropAt(at)} value="1">
                {said.drop_row}
              </Checkbox>
            )}
          </fieldset>
        );
      })}
      <Button
        type="button"
        variant="ghost"
        size="small"
        icon="plus"
        className="needs-script"
        onClick={() => setAdded(added + 1)}
      >
        {said.add_row}
      </Button>
    </fieldset>
  );
}

type TextProps = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  lang?: string;
};

function TextField({ name, label, value, error, required, lang }: TextProps) {
  const shared = { name, label, defaultValue: value, error, required, lang, autoComplete: "off", spellCheck: false };
  return value.length > LONG_TEXT ? <TextArea {...shared} rows={3} /> : <TextInput {...shared} />;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
