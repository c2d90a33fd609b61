import { contract } from "contract/contract.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import examples from "../api/examples.json" with { type: "json" };
import { close } from "./closed-output.ts";

const Line = z.object({ id: z.int(), "odd name": z.string().nullable(), tags: z.array(z.enum(["new", "sale"])) });
const Answer = z.object({
  line: Line,
  lines: z.array(Line),
  maybe: z.string().optional(),
  words: z.record(z.string(), z.string()),
  ratio: z.number(),
  on: z.boolean(),
  kind: z.literal(["a", 1, null]),
  short: z.string().max(3).nullable(),
  text: z.string().trim(),
  either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]),
  by_default: z.int().default(7),
  anything: z.unknown(),
});

const line = fc.record({
  id: fc.integer(),
  "odd name": fc.option(fc.string()),
  tags: fc.array(fc.constantFrom("new", "sale")),
  secret: fc.string(),
});
const answer = fc.record(
  {
    line,
    lines: fc.array(line, { maxLength: 4 }),
    maybe: fc.option(fc.string(), { nil: undefined }),
    words: fc.dictionary(fc.string(), fc.string()),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }),
    on: fc.boolean(),
    kind: fc.constantFrom("a", 1, null),
    short: fc.option(fc.string({ maxLength: 3 })),
    text: fc.string(),
    either: fc.constantFrom({ a: 1, secret: 1 }, { b: 2, secret: 2 }),
    by_default: fc.option(fc.integer(), { nil: undefined }),
    anything: fc.anything(),
    password_hash: fc.string(),
  },
  { noNullPrototype: true },
);

test("an answer has only the fields of the contract", () => {
  fc.assert(
    fc.property(answer, (given) => {
      expect(close(Answer, given)).toStrictEqual(Answer.parse(given));
    }),
  );
  const closed = close(Answer, fc.sample(answer, { numRuns: 1, seed: 7 })[0]);
  expect(JSON.stringify(closed)).not.toMatch(/secret|password_hash/);
});

test("an answer of the wrong shape fails as in zod, at any depth", () => {
  const right = fc.sample(answer, { numRuns: 200, seed: 3 });
  const wrong = [undefined, null, Number.NaN, 2 ** 60, 1.5, "no", {}, [], ["no"], [null], { id: "1" }];
  for (const given of right) {
    for (const field of Object.keys(Answer.shape)) {
      for (const value of wrong) {
        const altered = { ...given, [field]: value };
        const validated = Answer.safeParse(altered);
        if (validated.success) expect(close(Answer, altered)).toStrictEqual(validated.data);
        else expect(() => close(Answer, altered)).toThrow(z.ZodError);
      }
    }
  }
});

test("the key __proto__ stays an ordinary key", () => {
  const given = JSON.parse('{ "__proto__": "x", "a": "b" }');
  expect(close(z.record(z.string(), z.string()), given)).toStrictEqual(z.record(z.string(), z.string()).parse(given));
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test("every call's recorded answer gets the same fields as from zod", () => {
  const recorded: Readonly<Record<string, unknown>> = examples;
  for (const [domain, calls] of Object.entries(contract)) {
    for (const [name, { output }] of Object.entries(calls)) {
      const whole = recorded[`${domain}.${name}`] as { data?: unknown };
      // Most outputs stand in `data`; some name fields beside it.
      const answer = [whole.data, whole].find((each) => output.safeParse(each).success);
      expect(answer, `${domain}.${name}`).toBeDefined();
      expect(close(output, answer)).toStrictEqual(output.parse(answer));
    }
  }
});
