/**
 * The one place where a value is given a type that the compiler cannot see; `scripts/boundaries/casts.ts` refuses every
 * other cast of that kind. Each use says where the type comes from: a schema that checks the value later, the inside of a
 * package, a test that is wrong on purpose. docs/decisions/0284
 */
export function unchecked<T>(value: unknown): T {
  return value as T;
}
