/** Fields of the builder, each with what is saved or what came back. */
import type { PromotionForm } from "contract/promotions/promotion-form.ts";
import type { ReactNode } from "react";
import type { FieldOf } from "../../../forms/field-names.ts";
import { type FormProblem, field, fieldError } from "../../../forms/forms.ts";
import { Checkbox, ChoiceGroup } from "../../../ui/fields/choices.tsx";
import { TextArea, TextInput } from "../../../ui/fields/inputs.tsx";

export type Part = { form: PromotionForm; problem: FormProblem | undefined };
type Name = FieldOf<"promotions.save">;
type Figure =
  | "percent"
  | "cap"
  | "amount"
  | "price"
  | "buy"
  | "free"
  | "max_uses"
  | "per_customer"
  | "budget"
  | "priority"
  | "minimum"
  | "maximum"
  | "min_order"
  | "min_quantity"
  | "price_from"
  | "price_to"
  | "hour_from"
  | "hour_to"
  | "given_days";

export function FigureField({
  of: name,
  form,
  problem,
  label,
  help,
}: Part & { of: Figure; label: string; help?: ReactNode }) {
  return (
    <TextInput
      {...field<"promotions.save">(problem, name, String(form[name] ?? ""))}
      label={label}
      help={help}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

type Text = "public_code" | "slug" | "starts" | "ends";

export function TextField({
  of: name,
  form,
  problem,
  ...input
}: Part & { of: Text; label: string; help?: ReactNode; type?: string; maxLength?: number }) {
  return <TextInput {...field<"promotions.save">(problem, name, form[name] ?? "")} autoComplete="off" {...input} />;
}

type Long = "products" | "tiers" | "variants" | "lots";

export function LongField({
  of: name,
  form,
  problem,
  ...input
}: Part & { of: Long; label: string; help?: ReactNode; rows: number }) {
  return <TextArea {...field<"promotions.save">(problem, name, form[name])} spellCheck={false} {...input} />;
}

type Flag = "is_listed" | "first_order" | "with_flash" | "combines";

export function FlagField({ of: name, form, problem, children }: Part & { of: Flag; children: ReactNode }) {
  const isSet = problem ? problem.values[name] === "true" : form[name];
  return (
    <Checkbox name={name satisfies Name} value="true" defaultChecked={isSet}>
      {children}
    </Checkbox>
  );
}

type Choices = "ranks" | "accounts" | "categories" | "shipping" | "methods" | "combines_with";

type SomeProps = Part & {
  of: Choices;
  legend: ReactNode;
  help?: ReactNode;
  options: readonly { value: string; text: string; below?: boolean }[];
};

/** Several of a list; none is no condition. */
export function SomeField({ of: name, form, problem, legend, help, options }: SomeProps) {
  const sentValues = problem?.values[name];
  const chosen: readonly unknown[] = problem ? (Array.isArray(sentValues) ? sentValues : []) : form[name];
  return (
    <ChoiceGroup
      id={name}
      legend={legend}
      help={help}
      error={fieldError<"promotions.save">(problem, name)}
      className="promotion-choices"
    >
      {options.map(({ value, text, below }) => (
        <Checkbox
          key={value}
          name={`${name}[]` satisfies Name}
          value={value}
          defaultChecked={chosen.includes(value)}
          className={below ? "choice-below" : undefined}
        >
          {text}
        </Checkbox>
      ))}
    </ChoiceGroup>
  );
}
