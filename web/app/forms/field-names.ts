/**
 * The names of a form's fields, from the input of the call it sends. Types only, so they cost a page nothing:
 * `name={"otp" satisfies FieldOf<"identity.loginSms">}`. docs/decisions/0284
 */
import type { CallName, InputOf } from "contract/contract.ts";

/** Names as a form writes them: `phone`, `address.street`, `keys[]`. Of several calls: those that each of them has. */
export type FieldOf<N extends CallName> = [N] extends [never]
  ? never
  : (N extends CallName ? (name: PathOf<InputOf<N>>) => void : never) extends (name: infer Names extends string) => void
    ? Names
    : never;

/** What a form sends for its action alone: which parts of the form count, and where to go next. */
export type OwnField =
  | "all_points"
  | "apply_card"
  | "apply_code"
  | "apply_points"
  | "asks_code"
  | "asks_current"
  | "asks_old"
  | `birthday_${"day" | "month" | "year"}`
  | "best_codes"
  | "callbackurl"
  | "card_code"
  | "dearer_code"
  | "drop_card"
  | "drop_code"
  | "drop_points"
  | "needs_delivery"
  | "points_shown"
  | "replace_code"
  | "save_address"
  | "shown"
  | "step"
  | "switch_system"
  | "use_address"
  | "use_code"
  | "wants_invoice";

type PathOf<T> = T extends object
  ? { [K in keyof T & string]: K | Below<K, NonNullable<T[K]>> }[keyof T & string]
  : never;
type Below<K extends string, V> = V extends readonly unknown[]
  ? `${K}[]`
  : V extends object
    ? `${K}.${PathOf<V>}`
    : never;

/** What a field of that name may hold; figures and yes or no also as text. */
export type ValueOf<N extends CallName, Field extends string> = N extends CallName ? At<InputOf<N>, Field> : never;

type At<T, P extends string> = T extends object
  ? P extends keyof T
    ? Text<NonNullable<T[P]>>
    : P extends `${infer Head}.${infer Rest}`
      ? Head extends keyof T
        ? At<NonNullable<T[Head]>, Rest>
        : never
      : never
  : never;
type Text<V> = V extends number ? V | `${V}` : V extends boolean ? `${V}` : V extends string ? V : never;
