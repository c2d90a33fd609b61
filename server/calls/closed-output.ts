/**
 * The output of a call, closed: only what the contract names, each value of the kind it names. What zod would do one
 * schema at a time is written out as one function when a call is first answered, because every answer of the shop goes
 * through it. Where a value is not plainly what it should be, or a schema is of a kind not known here, zod itself
 * decides, so nothing but the time differs. decisions/0163-what-a-call-costs.md
 */
import type { z } from "zod";

type Close = (answer: unknown) => unknown;

const known = new WeakMap<z.ZodType, Close>();

/** Throws a ZodError for an answer that is not what the schema says. */
export function close(schema: z.ZodType, answer: unknown): unknown {
  let found = known.get(schema);
  if (!found) {
    found = closerOf(schema);
    known.set(schema, found);
  }
  return found(answer);
}

/** Stands for "zod shall decide". */
const unsure = Symbol("unsure");

function closerOf(schema: z.ZodType): Close {
  const writer = new Writer();
  const name = writer.functionOf(schema);
  const plainly = writer.finish(name);
  return (answer) => {
    const closed = plainly(answer);
    return closed === unsure ? schema.parse(answer) : closed;
  };
}

/** Fields of zod's own description of a schema that are read here. */
type Def = {
  type: string;
  checks?: readonly unknown[];
  format?: string;
  coerce?: boolean;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Record<string, string | number>;
  values?: readonly unknown[];
};

function defOf(schema: z.ZodType): Def {
  return schema.def as Def;
}

/** Statements that leave a closed value in `to`, or end their function with `unsure`. */
class Writer {
  readonly #functions: string[] = [];
  readonly #names = new Map<z.ZodType, string>();
  readonly #zods: z.ZodType[] = [];
  #count = 0;

  finish(name: string): Close {
    const text = `"use strict";\n${this.#functions.join("\n")}\nreturn ${name};`;
    const byZod = this.#zods.map((schema) => (value: unknown) => {
      const read = schema.safeParse(value);
      return read.success ? read.data : unsure;
    });
    return new Function("unsure", "byZod", text)(unsure, byZod) as Close;
  }

  /** One function for each schema, however often it is named. */
  functionOf(schema: z.ZodType): string {
    const found = this.#names.get(schema);
    if (found) return found;
    const name = this.#fresh("close");
    this.#names.set(schema, name);
    this.#functions.push(`function ${name}(value) {\nlet closed;\n${this.#body(schema)}\nreturn closed;\n}`);
    return name;
  }

  #body(schema: z.ZodType): string {
    const def = defOf(schema);
    if (!isPlain(def)) return this.#zod(schema, "value", "closed");
    if (def.type === "object" && def.shape && !def.catchall) return this.#object(def.shape);
    if (def.type === "array" && def.element) return this.#array(def.element);
    if (def.type === "record" && def.keyType && def.valueType && isText(def.keyType))
      return this.#record(def.valueType);
    return this.#value(schema, "value", "closed");
  }

  #object(shape: Record<string, z.ZodType>): string {
    const [lines, named, maybe]: [string[], string[], string[]] = [[], [], []];
    for (const [key, field] of Object.entries(shape)) {
      const [from, to, name] = [this.#fresh("from"), this.#fresh("to"), JSON.stringify(key)];
      lines.push(`const ${from} = value[${name}]; let ${to};`, this.#value(field, from, to));
      if (defOf(field).type === "optional") maybe.push(`if (${name} in value) closed[${name}] = ${to};`);
      else {
        // Fields that may be missing for another reason (unknown, a default) are zod's.
        lines.push(`if (${to} === undefined) return unsure;`);
        named.push(`${name}: ${to}`);
      }
    }
    const isObject = `typeof value !== "object" || value === null || Array.isArray(value)`;
    return [`if (${isObject}) return unsure;`, ...lines, `closed = { ${named.join(", ")} };`, ...maybe].join("\n");
  }

  #array(element: z.ZodType): string {
    return `if (!Array.isArray(value)) return unsure;
closed = [];
for (let at = 0; at < value.length; at++) {
const each = value[at]; let done;
${this.#value(element, "each", "done")}
closed.push(done);
}`;
  }

  #record(valueType: z.ZodType): string {
    return `if (typeof value !== "object" || value === null || Array.isArray(value)) return unsure;
closed = {};
for (const key of Object.keys(value)) {
if (key === "__proto__") return unsure;
const each = value[key]; let done;
${this.#value(valueType, "each", "done")}
closed[key] = done;
}`;
  }

  #value(schema: z.ZodType, from: string, to: string): string {
    const def = defOf(schema);
    if (!isPlain(def)) return this.#zod(schema, from, to);
    const only = (condition: string) => `if (!(${condition})) return unsure; ${to} = ${from};`;
    switch (def.type) {
      case "string":
        return only(`typeof ${from} === "string"`);
      case "number":
        return only(`Number.is${def.format === "safeint" ? "SafeInteger" : "Finite"}(${from})`);
      case "boolean":
        return only(`typeof ${from} === "boolean"`);
      case "enum":
      case "literal":
        return only(oneOf(def.values ?? Object.values(def.entries ?? {}), from));
      case "nullable":
      case "optional": {
        const nothing = def.type === "nullable" ? "null" : "undefined";
        const inner = def.innerType ? this.#value(def.innerType, from, to) : "return unsure;";
        return `if (${from} === ${nothing}) ${to} = ${nothing}; else { ${inner} }`;
      }
      case "object":
      case "array":
      case "record":
        return `${to} = ${this.functionOf(schema)}(${from}); if (${to} === unsure) return unsure;`;
      default:
        return this.#zod(schema, from, to);
    }
  }

  #zod(schema: z.ZodType, from: string, to: string): string {
    const at = this.#zods.push(schema) - 1;
    return `${to} = byZod[${at}](${from}); if (${to} === unsure) return unsure;`;
  }

  #fresh(word: string): string {
    this.#count += 1;
    return `${word}${this.#count}`;
  }
}

/** Nothing is asked of it beyond its kind. */
function isPlain({ type, checks = [], format, coerce }: Def): boolean {
  if (checks.length > 0 || coerce) return false;
  return format === undefined || (type === "number" && format === "safeint");
}

function isText(schema: z.ZodType): boolean {
  return defOf(schema).type === "string" && isPlain(defOf(schema));
}

function oneOf(values: readonly unknown[], from: string): string {
  const isWritten = (value: unknown) => value === null || ["string", "number", "boolean"].includes(typeof value);
  return values.every(isWritten) ? values.map((value) => `${from} === ${JSON.stringify(value)}`).join(" || ") : "false";
}
