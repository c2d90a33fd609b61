import { describe, expect, it } from "vitest";
import { answerBy, isHoliday, isOpen, opensAt } from "./opening-hours.ts";

const opening = {
  hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, open: "08:00", close: "21:00" })),
  holidays: ["2027-02-05", "2027-02-06"],
};
const at = (text: string) => new Date(`${text}:00+07:00`);
const local = (moment: Date | null) => moment && new Date(moment.getTime() + 7 * 3_600_000).toISOString().slice(0, 16);

describe("hours of the chat", () => {
  it("is open from the first minute to the one before the last, in Việt Nam's time", () => {
    expect(isOpen(opening, at("2026-11-28T07:59"))).toBe(false);
    expect(isOpen(opening, at("2026-11-28T08:00"))).toBe(true);
    expect(isOpen(opening, at("2026-11-28T20:59"))).toBe(true);
    expect(isOpen(opening, at("2026-11-28T21:00"))).toBe(false);
  });

  it("is closed on its days off, whatever the weekday says", () => {
    expect(isOpen(opening, at("2027-02-05T10:00"))).toBe(false);
    expect(isHoliday(opening, at("2027-02-05T00:00"))).toBe(true);
    expect(local(opensAt(opening, at("2027-02-04T22:00")))).toBe("2027-02-07T08:00");
  });

  it("opens next the same day before its hours, the next day after them", () => {
    expect(local(opensAt(opening, at("2026-11-28T06:00")))).toBe("2026-11-28T08:00");
    expect(local(opensAt(opening, at("2026-11-28T22:14")))).toBe("2026-11-29T08:00");
    expect(opensAt({ hours: [], holidays: [] }, at("2026-11-28T22:14"))).toBeNull();
  });

  it("a weekday without hours is closed all day", () => {
    const workdays = { ...opening, hours: opening.hours.filter(({ day }) => day < 6) };
    expect(local(opensAt(workdays, at("2026-11-28T09:00")))).toBe("2026-11-30T08:00"); // a Saturday
  });

  it("answers within an hour of the opening, within an hour while open, and the next day near the end", () => {
    expect(local(answerBy(opening, at("2026-11-28T22:14")))).toBe("2026-11-29T09:00");
    expect(local(answerBy(opening, at("2026-11-28T10:15")))).toBe("2026-11-28T11:15");
    expect(local(answerBy(opening, at("2026-11-28T20:30")))).toBe("2026-11-29T09:00");
  });
});
