import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as fields from "./fields.ts";

/** The key and values a form gets for a refused value; the stored form when it is accepted. */
function read(schema: z.ZodType, value: unknown) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  return result.error.issues.map((issue) =>
    issue.code === "custom" ? { key: issue.message, ...issue.params } : { key: issue.message, code: issue.code },
  );
}

describe("refused values are reported by message keys", () => {
  it.each([
    ["a phone one digit short", fields.phone, "098 765 432", { key: "phone_short", missing: 1 }],
    ["a phone one digit long", fields.phone, "09876543211", { key: "phone_long", extra: 1 }],
    ["a landline", fields.phone, "024 3795 1234", { key: "phone_landline" }],
    ["a phone of before 2018", fields.phone, "0163 456 7890", { key: "phone_old_prefix", suggestion: "033-456-7890" }],
    ["no phone at all", fields.phone, "không có", { key: "phone_invalid" }],
    ["an empty phone", fields.phone, " ", { key: "required" }],
    ["a single name", fields.personName, "An", { key: "name_invalid" }],
    ["an endless name", fields.personName, "a ".repeat(40), { key: "max_length", length: 61 }],
    ["no name", fields.personName, "", { key: "required" }],
    ["half an address", fields.email, "an@", { key: "email_invalid" }],
    ["no address", fields.email, "", { key: "required" }],
    ["a weak password", fields.password, "abc", { key: "password_weak", unmet: "length upper digit special" }],
    ["a tax code one digit short", fields.taxCode, "030058856", { key: "tax_code_short", missing: 1 }],
    ["a tax code of eleven digits", fields.taxCode, "03005885691", { key: "tax_code_length", digits: 11 }],
    ["a tax code with a wrong check digit", fields.taxCode, "0300588560", { key: "tax_code_check_digit" }],
    ["branch 000", fields.taxCode, "0300588569-000", { key: "tax_code_branch" }],
    ["a person of no province", fields.taxCode, "999203004567", { key: "tax_code_person" }],
    ["letters for a tax code", fields.taxCode, "MST", { key: "tax_code_characters" }],
    ["half an order code", fields.orderCode, "K7M", { key: "order_code_invalid" }],
    ["a text too long", fields.multiLine(5), "quá dài", { key: "max_length", length: 6 }],
    ["a text too short", fields.multiLine(5, 3), "ab", { key: "min_length", length: 3 }],
    ["an empty text where one is needed", fields.multiLine(5, 1), "  ", { key: "required" }],
    ["a NUL byte", fields.multiLine(5), "a\0b", { key: "text_invalid" }],
    ["half a character", fields.multiLine(5), "a\ud800", { key: "text_invalid" }],
  ])("%s", (_what, schema, value, refusal) => {
    expect(read(schema, value)).toEqual([refusal]);
  });

  it("values that are no text are refused too", () => {
    for (const schema of [fields.phone, fields.multiLine(9), fields.taxCode, fields.slug]) {
      expect(read(schema, undefined)).toEqual([{ key: "required", code: "invalid_type" }]);
      expect(read(schema, { $gt: "" })).toEqual([{ key: "malformed_value", code: "invalid_type" }]);
      expect(read(schema, ["a"])).toEqual([{ key: "malformed_value", code: "invalid_type" }]);
    }
    expect(read(fields.slug, "../etc")).toMatchObject([{ key: "slug_invalid" }]);
    expect(read(fields.locale, "fr")).toMatchObject([{ key: "locale_invalid" }]);
  });
});

describe("stored forms", () => {
  it.each([
    ["phone", fields.phone, "+84 (0)98 765 4321", "+84987654321"],
    ["name", fields.personName, " nguyễn  văn an ".normalize("NFD"), "nguyễn văn an"],
    ["e-mail", fields.email, " An.Nguyen+mua@Example.COM ", "an.nguyen+mua@example.com"],
    ["new password", fields.password, "Mậtkhẩu123!".normalize("NFD"), "Mậtkhẩu123!"],
    ["typed password", fields.passwordTyped, "old", "old"],
    ["tax code", fields.taxCode, "0300588569 001", "0300588569-001"],
    ["order code", fields.orderCode, "k7m-2qx-9rta", "K7M2QX9RTA"],
    ["text of two lines", fields.multiLine(20), "  dòng 1\r\ndòng 2 ", "dòng 1\ndòng 2"],
    ["letters counted composed", fields.multiLine(4), "ế".normalize("NFD").repeat(4), "ếếếế"],
    ["letters outside the first plane", fields.multiLine(2), "😀😀", "😀😀"],
    ["empty text", fields.multiLine(2), "", ""],
    ["slug", fields.slug, "noi-chien-5-5-lit", "noi-chien-5-5-lit"],
    ["locale", fields.locale, "ja", "ja"],
  ])("%s", (_what, schema, value, stored) => {
    expect(read(schema, value)).toBe(stored);
  });

  it("parsing a stored form again changes nothing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 40 }),
        (typed) => {
          const first = fields.multiLine(30).safeParse(typed);
          if (first.success) expect(fields.multiLine(30).parse(first.data)).toBe(first.data);
        },
      ),
    );
  });
});

describe("visible text", () => {
  it.each([
    ["a zero-width blank alone", "\u200b", ""],
    ["fillers of other scripts alone", "\u3164 \u2800\u115f", ""],
    ["marks that turn the direction of writing", "12 \u202ephố\u2066 Huế", "12 phố Huế"],
    ["control signs", "12\u0007 phố\u001b[31m", "12 phố[31m"],
    ["line ends of any system", "một\r\nhai\u2028ba\vbốn", "một\nhai\nba\nbốn"],
    ["an emoji of several parts", "👩‍🚒 \u200dgọi", "👩‍🚒 gọi"],
  ])("%s", (_what, typed, stored) => {
    expect(read(fields.multiLine(80), typed)).toBe(stored);
    expect(read(fields.singleLine(80), typed)).toBe(stored.replaceAll("\n", " "));
  });

  it("a text without visible characters counts as empty; a single line has neither breaks nor tabs", () => {
    expect(read(fields.singleLine(80, 1), "\u200b\u00ad")).toMatchObject([{ key: "required" }]);
    expect(read(fields.singleLine(80, 1), "18\tphố\n\n Men  Ngọc")).toBe("18 phố Men Ngọc");
  });
});

describe("e-mail", () => {
  it.each(["an@example.com", "a@b.vn", "o'neil@mail.example.co.jp", "x_y-z@sub-domain.example"])("%s", (typed) => {
    expect(read(fields.email, typed)).toBe(typed);
  });
  it.each(["an", "@example.com", "an@example", "a..b@example.com", ".a@example.com", "a b@example.com"])(
    "not %s",
    (typed) => {
      expect(read(fields.email, typed)).toEqual([{ key: "email_invalid" }]);
    },
  );
  it.each(["a@-example.com", "a@example-.com", "a@example..com", "a@exa mple.com", "a@b@example.com", "a@1.2.3.4"])(
    "not %s",
    (typed) => {
      expect(read(fields.email, typed)).toEqual([{ key: "email_invalid" }]);
    },
  );
  it("a long or odd text is checked fast", () => {
    expect(read(fields.email, `${"a.".repeat(30_000)}@`)).toEqual([{ key: "email_invalid" }]);
    expect(read(fields.email, `a@${"a-".repeat(30_000)}`)).toEqual([{ key: "email_invalid" }]);
  });
});

describe("pages and switches of a list", () => {
  it("missing values get the defaults", () => {
    const query = z.object({ page: fields.page, limit: fields.limit });
    expect(query.parse({})).toEqual({ page: 1, limit: 24 });
    expect(query.parse({ page: "3", limit: 100 })).toEqual({ page: 3, limit: 100 });
  });

  it("wrong values are refused", () => {
    for (const wrong of [" 3", "1e2", "0x3", "2.5", "abc", true, ["1"], {}, 1.5, "9".repeat(40)]) {
      expect(fields.page.safeParse(wrong).success).toBe(false);
      expect(fields.optionalInteger(0, 9).safeParse(wrong).success).toBe(false);
    }
    expect(read(fields.limit, "x")).toMatchObject([{ key: "number" }]);
    expect(read(fields.limit, "2.5")).toMatchObject([{ key: "integer" }]);
    for (const outside of ["101", 101, 0, "0", -1, "9".repeat(40)]) {
      expect(read(fields.limit, outside)).toMatchObject([{ key: "range", min: 0, max: 101 }]);
    }
  });

  it("switches read yes and no", () => {
    for (const yes of ["true", "1", true, 1]) expect(read(fields.flag, yes)).toBe(true);
    for (const no of ["false", "0", false, 0]) expect(read(fields.flag, no)).toBe(false);
    for (const wrong of ["yes", 2, ["1"], "toString", "constructor"]) {
      expect(read(fields.flag, wrong)).toMatchObject([{ key: "malformed_value" }]);
    }
  });

  it.each([undefined, null, ""])("%s counts as not given, never as 0 or no", (nothing) => {
    const form = z.object({ total: fields.optionalInteger(0, 9), page: fields.page, on: fields.optionalFlag });
    expect(form.parse({ total: nothing, page: nothing, on: nothing })).toEqual({ total: undefined, page: 1 });
    expect(read(fields.integer(0, 9), nothing)).toMatchObject([{ key: "required" }]);
    expect(read(fields.flag, nothing)).toMatchObject([{ key: "required" }]);
  });
});

describe("JSON Schema of the fields", () => {
  const everything = z.object({
    ...{ dong: fields.dong, points: fields.points, page: fields.page, limit: fields.limit, flag: fields.flag },
    ...{ text: fields.multiLine(160), slug: fields.slug, locale: fields.locale, phone: fields.phone },
    ...{ name: fields.personName, email: fields.email, password: fields.password, typed: fields.passwordTyped },
    ...{ tax_code: fields.taxCode, order_code: fields.orderCode },
  });

  it.each(["input", "output"] as const)("every field has a %s type", (io) => {
    const { properties } = z.toJSONSchema(everything, { io }) as { properties: Record<string, { type?: string }> };
    const types = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.type]));
    expect(types).toEqual({
      ...{ dong: "integer", points: "integer", page: "integer", limit: "integer", flag: "boolean" },
      ...{ text: "string", slug: "string", locale: "string", phone: "string", name: "string", email: "string" },
      ...{ password: "string", typed: "string", tax_code: "string", order_code: "string" },
    });
  });

  it("limits are in the schema", () => {
    const { properties } = z.toJSONSchema(everything, { io: "input" });
    expect(properties).toMatchObject({ limit: { minimum: 1, maximum: 100, default: 24 }, text: { maxLength: 160 } });
  });
});
