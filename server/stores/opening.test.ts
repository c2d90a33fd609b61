/** When a store is open, compared with asking every minute. rules/stores#open-now */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter, instantOf, openingAt, type Timetable, weekdayOf } from "./opening.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const daily = (open: string, close: string) => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, open, close }));
const timetable = (change: Partial<Timetable>): Timetable => ({
  time_zone: ZONE,
  hours: [],
  special_days: [],
  ...change,
});
const at = (time: string) => new Date(`${time}:00+07:00`);

describe("opening of a store", () => {
  it("opens with its first minute and is closed in the minute it closes", () => {
    const hours = daily("08:00", "21:30");
    expect(openingAt(timetable({ hours }), at("2026-11-29T07:59"))).toMatchObject({
      open_now: false,
      opens_at: "2026-11-29T08:00:00+07:00",
    });
    expect(openingAt(timetable({ hours }), at("2026-11-29T08:00"))).toMatchObject({
      open_now: true,
      closes_at: "2026-11-29T21:30:00+07:00",
    });
    expect(openingAt(timetable({ hours }), at("2026-11-29T21:30"))).toMatchObject({
      open_now: false,
      opens_at: "2026-11-30T08:00:00+07:00",
    });
  });

  it("several intervals a day, also given in another order", () => {
    const hours = [...daily("13:00", "17:00"), ...daily("08:00", "11:30")];
    expect(openingAt(timetable({ hours }), at("2026-11-29T12:00"))).toMatchObject({
      opens_at: "2026-11-29T13:00:00+07:00",
    });
    expect(openingAt(timetable({ hours }), at("2026-11-29T09:00"))).toMatchObject({
      closes_at: "2026-11-29T11:30:00+07:00",
    });
  });

  it("past midnight into a day without hours, and days that touch are one", () => {
    const saturday = [{ day: 6, open: "18:00", close: "02:00" }];
    expect(openingAt(timetable({ hours: saturday }), at("2026-11-29T01:59"))).toMatchObject({
      open_now: true,
      closes_at: "2026-11-29T02:00:00+07:00",
    });
    const always = openingAt(timetable({ hours: daily("00:00", "00:00") }), at("2026-11-29T01:59"));
    expect(always).toMatchObject({ open_now: true, opens_at: null, closes_at: null });
  });

  it("a special day replaces the weekday; a closing of more than 30 days tells no opening", () => {
    const hours = daily("08:00", "17:00");
    const closed = (to: string) => timetable({ hours, special_days: [{ from: "2026-11-29", to, hours: [] }] });
    expect(openingAt(closed("2026-12-28"), at("2026-11-29T09:00"))).toMatchObject({
      opens_at: "2026-12-29T08:00:00+07:00",
    });
    expect(openingAt(closed("2026-12-29"), at("2026-11-29T09:00"))).toMatchObject({ open_now: false, opens_at: null });
    expect(openingAt(timetable({}), at("2026-11-29T09:00"))).toMatchObject({
      open_now: false,
      opens_at: null,
      closes_at: null,
    });
  });

  it("a store on another clock opens by it, in summer time too", () => {
    const hours = daily("08:00", "17:00");
    const paris = { hours, time_zone: "Europe/Paris" };
    expect(openingAt(timetable(paris), new Date("2026-07-01T05:59:00Z"))).toMatchObject({
      today: "2026-07-01",
      opens_at: "2026-07-01T08:00:00+02:00",
    });
    expect(openingAt(timetable(paris), new Date("2026-12-01T06:59:00Z"))).toMatchObject({
      opens_at: "2026-12-01T08:00:00+01:00",
    });
    const tokyo = { hours, time_zone: "Asia/Tokyo" };
    expect(openingAt(timetable(tokyo), new Date("2026-12-01T15:30:00Z"))).toMatchObject({ today: "2026-12-02" });
  });

  const time = fc
    .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 45))
    .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
  const interval = fc.record({ open: time, close: time });
  const tables = fc.record({
    time_zone: fc.constant(ZONE),
    hours: fc
      .array(fc.tuple(fc.integer({ min: 1, max: 7 }), interval), { maxLength: 9 })
      .map((list) => list.map(([day, each]) => ({ day, ...each }))),
    special_days: fc.array(
      fc
        .tuple(fc.integer({ min: -2, max: 8 }), fc.nat(3), fc.array(interval, { maxLength: 2 }))
        .map(([from, length, hours]) => ({
          from: dayAfter("2026-11-29", from),
          to: dayAfter("2026-11-29", from + length),
          hours,
        })),
      { maxLength: 3 },
    ),
  });
  /** Asked of one moment alone: does an interval of that day or of the day before hold it? */
  const isOpen = ({ hours, special_days }: Timetable, ms: number): boolean =>
    [-1, 0].some((ahead) => {
      const day = dayAfter(new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10), ahead);
      const special = special_days.find(({ from, to }) => from <= day && day <= to);
      return (special?.hours ?? hours.filter((each) => each.day === weekdayOf(day))).some(({ open, close }) => {
        const end = close > open ? instantOf(ZONE, day, close) : instantOf(ZONE, dayAfter(day, 1), close);
        return instantOf(ZONE, day, open) <= ms && ms < end;
      });
    });

  it("says what asking every quarter of an hour says, for ten days", () => {
    fc.assert(
      fc.property(tables, fc.nat(7 * 96), (table, quarter) => {
        const now = Date.parse("2026-11-29T00:00:00+07:00") + quarter * 900_000;
        const { open_now, opens_at, closes_at } = openingAt(table, new Date(now));
        expect(open_now).toBe(isOpen(table, now));
        const change = Date.parse(opens_at ?? closes_at ?? "2026-12-19T00:00:00+07:00");
        for (let ms = now; ms < Math.min(change, now + 10 * 86_400_000); ms += 900_000)
          expect(isOpen(table, ms)).toBe(open_now);
        if (opens_at ?? closes_at) expect(isOpen(table, change)).toBe(!open_now);
      }),
      { numRuns: 200 },
    );
  });
});
