import { describe, expect, it } from "vitest";
import { endOfDay, nextWorkingDay, workingDaysAfter } from "./working-time.ts";

const at = (text: string) => new Date(`${text}:00+07:00`);
const holidays = ["2027-01-01"];

describe("24 working hours", () => {
  it.each([
    ["in office hours: the same time of the next working day", "2026-11-24T10:15", "2026-11-25T10:15"],
    ["on Friday: Monday", "2026-11-27T16:00", "2026-11-30T16:00"],
    ["on Sunday: as if at Monday's opening", "2026-11-29T14:00", "2026-12-01T08:00"],
    ["before the office opens: as if at its opening", "2026-11-24T06:00", "2026-11-25T08:00"],
    ["when it closes: as if at the next opening", "2026-11-24T17:30", "2026-11-26T08:00"],
    ["before a holiday: the day after it", "2026-12-31T09:00", "2027-01-04T09:00"],
  ])("%s", (_title, from, until) => {
    expect(nextWorkingDay(at(from), holidays)).toEqual(at(until));
  });
});

describe("working days", () => {
  it("the day that begins is not counted, the last one is in full", () => {
    expect(workingDaysAfter(at("2026-11-24T10:00"), 7, holidays)).toEqual(at("2026-12-04T00:00"));
    expect(workingDaysAfter(at("2026-11-28T23:59"), 2, holidays)).toEqual(at("2026-12-02T00:00"));
  });

  it("holidays and weekends are left out", () => {
    expect(workingDaysAfter(at("2026-12-30T10:00"), 2, holidays)).toEqual(at("2027-01-05T00:00"));
  });

  it("a day ends at its own midnight", () => {
    expect(endOfDay(at("2026-11-24T00:00"))).toEqual(at("2026-11-25T00:00"));
  });
});
