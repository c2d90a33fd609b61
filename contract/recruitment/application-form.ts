/** The fields of an application, as its form sends them. The file is judged apart. rules/recruitment#application */
import { z } from "zod";
import { birthday, email, flag, multiLine, optionalInteger, personName, phone } from "../values/fields.ts";
import { businessDay } from "../values/locale.ts";
import { MAX_INTRODUCTION } from "./limits.ts";

/** đồng a month: more than the first and less than the second. */
const SALARY_BOUNDS = [1_000_000, 500_000_000] as const;
/** Nobody younger may be employed. Labour Code, article 143. */
const MIN_AGE = 15;
const MIN_WORDS = 5;
/** Of a text in a language without blanks. */
const MIN_CHARACTERS = 10;

/** Fifteen on the day of sending, on the shop's clock. */
function isOldEnough(day: string): boolean {
  const today = businessDay(new Date());
  const year = Number(today.slice(0, 4)) - MIN_AGE;
  return day <= `${String(year).padStart(4, "0")}${today.slice(4)}`;
}

function hasWords(text: string): boolean {
  if (text === "") return true;
  const isJoined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isJoined ? Array.from(text).length >= MIN_CHARACTERS : text.split(/\s+/).length >= MIN_WORDS;
}

const [above, below] = SALARY_BOUNDS;

export const ApplicationForm = z.object({
  full_name: personName,
  phone,
  email,
  birthday: birthday.refine(isOldEnough, { error: "too_young", params: { age: MIN_AGE } }).optional(),
  province_code: z
    .string()
    .regex(/^\d{2}$/, "required_choice")
    .optional(),
  expected_salary: optionalInteger(0, 1_000_000_000_000).refine(
    (salary) => salary === undefined || (salary > above && salary < below),
    { error: "between", params: { min: above.toLocaleString("en-US"), max: below.toLocaleString("en-US") } },
  ),
  introduction: multiLine(MAX_INTRODUCTION)
    .refine(hasWords, { error: "min_words", params: { length: MIN_WORDS } })
    .default(""),
  consent: flag.refine((agreed) => agreed, { error: "required_choice" }),
});
export type ApplicationForm = z.output<typeof ApplicationForm>;
