import { globSync, readFileSync } from "node:fs";
import { contract } from "contract/contract.ts";
import { unchecked } from "contract/unchecked.ts";
import { readers } from "contract/values/field-values.ts";
import { locales } from "contract/values/locale.ts";
import fc from "fast-check";
import { fieldErrors as en } from "messages/en/field-errors.ts";
import { fieldErrors as ja } from "messages/ja/field-errors.ts";
import { textOf } from "messages/text-of.ts";
import { fieldErrors as vi } from "messages/vi/field-errors.ts";
import { describe, expect, test } from "vitest";
import { errorToWire } from "../../../server/calls/failures.ts";
import { parse } from "../../../server/calls/handle.ts";
import { type FormRules, rulesOfCall } from "../../plugins/field-rules.ts";
import { fieldRefusal } from "./field-refusal.ts";
import { inputOf } from "./forms.ts";

const texts = { vi, en, ja };
/** Of every form: what the screens ask for. */
const formCalls = globSync("web/app/**/*.tsx").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/"virtual:field-rules\/([\w.]+)"/g)].map(([, call = ""]) => call),
);
const rules: Readonly<Record<string, FormRules>> = Object.fromEntries(
  formCalls.map((call) => [call, rulesOfCall(call)]),
);
const calls = unchecked<Record<string, Record<string, Parameters<typeof parse>[0]>>>(contract);

/** A form that its call would take, by the names of its fields. */
function goodForm(call: string): FormData {
  const form = new FormData();
  const fill = (values: object, path = "") => {
    for (const [name, value] of Object.entries(values)) {
      if (Array.isArray(value)) continue;
      if (typeof value === "object") fill(value, `${path}${name}.`);
      else form.set(path + name, String(value));
    }
  };
  const [domain = "", name = ""] = call.split(".");
  fill(calls[domain]?.[name]?.example.input as object);
  if (call === "identity.register") for (const field of ["password", "password_confirmation"]) form.set(field, good);
  // Asked for where a gift has to be sent; its example is a voucher.
  if (call === "orders.placeExchange") fill({ address: contract.orders.place.example.input.address });
  if (call === "orders.place") fill({ company_name: "Mutosi", tax_code: "0300588569" }, "company_invoice.");
  // A phone number or an e-mail address is enough: neither is asked for by itself.
  if (call === "contact.send") fill({ topic: "press", email: "lan@mutosi.example" });
  if (call === "orders.cancel") form.set("id", "23456789AB");
  return form;
}
const good = "MatKhauMoi99@";

/** What the server would say at the field first. */
function served(call: string, form: FormData, field: string, locale: (typeof locales)[number]): string | null {
  const [domain = "", name = ""] = call.split(".");
  const row = calls[domain]?.[name];
  if (!row) throw new Error(call);
  const input = call === "identity.register" ? { terms: "0", ...inputOf(form) } : inputOf(form);
  try {
    parse(row, input);
    return null;
  } catch (error) {
    const speaker = { locale, request_id: "", log: unchecked<Parameters<typeof errorToWire>[0]["log"]>(console) };
    return errorToWire(speaker, error).body.errors?.[field]?.[0] ?? null;
  }
}

function shown(call: string, form: FormData, field: string, locale: (typeof locales)[number]): string | null {
  const refusal = fieldRefusal(rules[call] ?? {}, field, form);
  return refusal ? (textOf(texts[locale], refusal.key, refusal.params ?? {}, field) ?? "no text") : null;
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
/** What people type, what they nearly type, and anything. */
const typings = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("", " ", "\0", "a\u200b", "x".repeat(600), "９８７６５４３２１", good, "Aa1@aaaaa", "ÁÁaa11@@đđ "),
  fc.tuple(fc.constantFrom("0", "+84", "84", "0084", "01", "02"), digits(0, 11)).map(([from, rest]) => from + rest),
  digits(0, 14),
  fc.tuple(digits(10, 10), fc.constantFrom("-", ""), digits(0, 3)).map((parts) => parts.join("")),
  fc.emailAddress(),
  fc.constantFrom("An", "Nguyễn  Văn An", "Y'Bhăm Êban", "Nguyễn V@n", "an@", "a..b@c.vn", "A@B.vn", "999203004567"),
  fc.constantFrom("2020-02-29", "2021-02-29", "0000-00-00", "9999-12-31", "1990-1-1", "2000-13-01"),
  fc.constantFrom("23456789AB", "k7m-2qx-9rta", "0300588569", "0300588569-001", "01", "00229", "006", "VN", "vn"),
);

/** A district is asked for in the former system only, where the form shows its list. */
const legacy = Object.entries({ address_system: "legacy", district_code: "006" });

describe("field errors in the browser equal the server's", () => {
  const fields = Object.entries(rules).flatMap(([call, of]) => Object.keys(of).map((field) => [call, field] as const));

  test.each(fields)("%s %s", (call, field) => {
    const base = goodForm(call);
    const at = field.replace(/district_code$/, "");
    if (at !== field) for (const [part, value] of legacy) base.set(at + part, value);
    expect(served(call, base, field, "vi")).toBeNull();
    const [kind = "none"] = rules[call]?.[field]?.read ?? [];
    const isChoice = field === "terms" || field.endsWith("_code");
    const choices = fc.constantFrom("", base.get(field)?.toString() || "1");
    fc.assert(
      fc.property(isChoice && kind === "none" ? choices : typings, fc.constantFrom(...locales), (typed, locale) => {
        fc.pre(!["none", "plain"].includes(kind) || typed.length <= 40); // beyond, the fields' own maxLength
        const form = new FormData();
        for (const [other, value] of base) form.set(other, value);
        form.set(field, typed);
        expect(shown(call, form, field, locale)).toBe(served(call, form, field, locale));
      }),
      { numRuns: 60 },
    );
  });

  test("every reader of fields is used by a form, and no other is", () => {
    const used = Object.values(rules).flatMap((of) => Object.values(of).map(({ read }) => read?.[0]));
    expect(new Set(Object.keys(readers))).toEqual(new Set(used.filter(Boolean)));
  });
});

test("day, month and year are one date; a part of them is none", () => {
  const day = (year: string, month: string, date: string) => {
    const form = new FormData();
    for (const [part, value] of Object.entries({ year, month, day: date })) form.set(`birthday_${part}`, value);
    return fieldRefusal(rulesOfCall("identity.updateProfile"), "birthday", form)?.key;
  };
  expect(day("1990", "2", "28")).toBeUndefined();
  expect(day("1990", "2", "30")).toBe("date_invalid");
  expect(day("1990", "", "")).toBe("date_invalid");
  expect(day("9999", "1", "1")).toBe("birthday_past");
  expect(day("1", "1", "1")).toBe("birthday_early");
  expect(day("1899", "12", "31")).toBe("birthday_early");
  expect(day("1900", "1", "1")).toBeUndefined();
  expect(day("", "", "")).toBeUndefined();
});

test("an address of the book is validated like an order's, under its own field names", () => {
  const form = new FormData();
  form.set("address.street", " ");
  expect(fieldRefusal(rulesOfCall("fulfilment.addAddress"), "address.street", form)).toEqual({ key: "required" });
  expect(fieldRefusal(rulesOfCall("orders.place"), "address.street", form)).toEqual({ key: "required" });
});
