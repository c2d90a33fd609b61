/** The fields of premises offered to the shop, as its form sends them. Pictures, and whether the day is over, are judged by the server. rules/partners#proposal */
import { z } from "zod";
import { flag, integer, multiLine, personName, phone, singleLine } from "../values/fields.ts";
import { AREA, FRONT, MAX_NOTE, MAX_STREET, premisesRights, RENT } from "./rent-grounds-desk.ts";

const METRE = 10; // decimetres
const figure = (value: number): string => value.toLocaleString("en-US");

/** In: metres, with at most one decimal, after a point or a comma. Out: decimetres. */
const front = z
  .union([z.string(), z.number()], { error: (issue) => (issue.input === undefined ? "required" : "number") })
  .transform((sent, ctx) => {
    const typed = String(sent).trim().replace(",", ".");
    const refuse = (message: string, params = {}) => {
      ctx.issues.push({ code: "custom", message, params, input: sent });
      return z.NEVER;
    };
    if (typed === "") return refuse("required");
    if (!/^\d{1,9}(\.\d+)?$/.test(typed)) return refuse("number");
    const decimetres = Math.round(Number(typed) * METRE);
    if (!/^\d+(\.\d)?$/.test(typed)) return refuse("one_decimal");
    const isWithin = decimetres >= FRONT.least * METRE && decimetres <= FRONT.most * METRE;
    // Spec §5 says "greater than" and "less than": a bound that counts is printed a tenth wider.
    return isWithin ? decimetres : refuse("between", { min: figure(FRONT.least - 0.1), max: figure(FRONT.most + 0.1) });
  });

const isDay = (day: string): boolean => {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
};

const missing = (issue: { input?: unknown }) => (issue.input === undefined ? "required" : "malformed_value");

export const RentGroundForm = z.object({
  full_name: personName,
  phone,
  city_code: z.string({ error: "required_choice" }).regex(/^\d{2}$/, "required_choice"),
  ward_code: z.string({ error: "required_choice" }).regex(/^\d{5}$/, "required_choice"),
  street: singleLine(MAX_STREET, 1),
  area_m2: integer(AREA.least, AREA.most),
  front_m: front,
  monthly_rent: integer(RENT.least, RENT.most),
  right: z.enum(premisesRights, { error: "required_choice" }),
  available_from: z
    .string({ error: missing })
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day), { error: "malformed_value" }),
  note: multiLine(MAX_NOTE).default(""),
  consent: flag.refine((agreed) => agreed, { error: "required_choice" }),
});
/** `front_m` in decimetres. */
export type RentGroundForm = z.output<typeof RentGroundForm>;
