/** Periods by the Civil Code, in Việt Nam's time. */
import { describe, expect, test } from "vitest";
import { addDays, addMonths, ageOn, endOfDays, endOfMonth, endOfMonths } from "./periods.ts";

describe("a period", () => {
  test("of days leaves out the first day and has the last one in full", () => {
    expect(endOfDays("2026-11-28T16:59:00Z", 30)).toEqual(new Date("2026-12-28T17:00:00Z"));
    expect(endOfDays("2026-11-28T17:00:00Z", 0)).toEqual(new Date("2026-11-29T17:00:00Z"));
  });

  test("of months ends on the same day, or on the last where the month is shorter", () => {
    expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
    expect(addMonths("2027-12-31", 2)).toBe("2028-02-29");
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
    expect(endOfMonths("2026-11-30T05:00:00Z", 3)).toEqual(new Date("2027-02-28T17:00:00Z"));
  });

  test("to the end of a month ends with its last second", () => {
    expect(endOfMonth("2026-11-28T10:00:00Z", 12)).toEqual(new Date("2027-11-30T17:00:00Z"));
    expect(endOfMonth("2026-12-31T17:00:00Z", 0)).toEqual(new Date("2027-01-31T17:00:00Z"));
  });

  test("days are counted over the end of a year", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  });
});

test("an age is reached on the birthday, of 29 February on the 28th in other years", () => {
  expect(ageOn("2010-11-28", "2026-11-27")).toBe(15);
  expect(ageOn("2010-11-28", "2026-11-28")).toBe(16);
  expect(ageOn("2008-02-29", "2026-02-28")).toBe(18);
});
