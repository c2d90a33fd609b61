import type { CallName } from "contract/contract.ts";
import type { FieldOf, ValueOf } from "./field-names.ts";

type Props<N extends CallName> = [FieldOf<N>] extends [never]
  ? { name: never; value: never }
  : { [F in FieldOf<N>]: { name: F; value: ValueOf<N, F> } }[FieldOf<N>];

/** A value the form sends unseen, under its name in the call: `<Hidden<"cart.removeItem"> name="key" value={key} />`. */
export function Hidden<N extends CallName = never>({ name, value }: Props<N>) {
  return <input type="hidden" name={name} value={value} />;
}
