/**
 * The input of a call for staff: a field it does not name is refused, at every depth, where calls of the shop drop it. A
 * row writes its input as any other; `call()` makes it strict, so none can be forgotten. rules/wire#staff-calls
 */
import { z } from "zod";

/** Parts of zod's own description of a schema that hold further schemas. */
type Def = {
  type: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  items?: z.ZodType[];
  options?: z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};

/** Leaves open what is declared open (`z.looseObject`, a record). Throws for a kind of schema it cannot make strict. */
export function strictInput<S extends z.ZodType>(schema: S): S {
  const def: Def = schema.def;
  const within = (parts: object) => schema.clone({ ...schema.def, ...parts });
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape ?? {}).map(([name, field]) => [name, strictInput(field)]);
      return within({ shape: Object.fromEntries(fields), catchall: def.catchall ?? z.never() });
    }
    case "array":
      return within({ element: def.element && strictInput(def.element) });
    case "tuple":
      return within({ items: def.items?.map(strictInput) });
    case "union":
      return within({ options: def.options?.map(strictInput) });
    case "record":
      return within({ valueType: def.valueType && strictInput(def.valueType) });
    case "pipe": {
      // What comes in is judged: by the first part, or by the second where the first only prepares it.
      const isPrepared = def.in?.def.type === "transform";
      return within(isPrepared ? { out: def.out && strictInput(def.out) } : { in: def.in && strictInput(def.in) });
    }
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "catch":
    case "readonly":
      return within({ innerType: def.innerType && strictInput(def.innerType) });
    case "intersection":
    case "lazy":
    case "map":
    case "set":
      throw new Error(`The input of a call for staff cannot hold a schema of the kind "${def.type}"`);
    default:
      return schema;
  }
}
