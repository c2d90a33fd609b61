/** Begin and end of a warranty, compared with a second calculation. rules/warranty#periods */
import { describe, expect, test } from "vitest";
import {
  addMonths,
  endOf,
  isInRepair,
  type Machine,
  productionStart,
  type Repair,
  startElsewhere,
  stateOn,
  termsOf,
} from "./periods.ts";
import { dayOf, type Happened, modelEnd } from "./test-period-model.ts";

const machine = (change: Partial<Machine> = {}): Machine => ({
  start_on: "2026-09-12",
  term_months: 24,
  parts: [],
  extra_months: 0,
  repairs: [],
  ...change,
});
const repair = (change: Partial<Repair>): Repair => ({
  handed_in: "2026-10-01",
  handed_back: "2026-10-10",
  is_covered: true,
  parts: [],
  ...change,
});

/** The same figures in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("the end", () => {
  test("is the start and all months, the last day in full", () => {
    expect(endOf(machine({ extra_months: 3 }))).toBe("2028-12-12");
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-02-29", 12)).toBe("2029-02-28");
  });

  test("months are added once: 1 month and 1 month from 31 January is 31 March", () => {
    expect(endOf(machine({ start_on: "2026-01-31", term_months: 1, extra_months: 1 }))).toBe("2026-03-31");
  });

  test("several covered repairs add up, one on the same day adds nothing, one not covered neither", () => {
    const repairs = [
      repair({}),
      repair({ handed_in: "2026-11-01", handed_back: "2026-11-04" }),
      repair({ handed_in: "2026-12-01", handed_back: "2026-12-01" }),
      repair({ handed_in: "2027-01-01", handed_back: "2027-02-01", is_covered: false }),
    ];
    expect(endOf(machine({ repairs }))).toBe("2028-09-24");
  });

  test("handed in on the last day counts, a day after it does not", () => {
    const on = (handed_in: string, handed_back: string) =>
      endOf(machine({ repairs: [repair({ handed_in, handed_back })] }));
    expect(on("2028-09-12", "2028-09-15")).toBe("2028-09-15");
    expect(on("2028-09-13", "2028-09-16")).toBe("2028-09-12");
  });

  test("is the same as in the model, in every order of events", () => {
    const next = random(20_261_128);
    const below = (most: number) => Math.floor(next() * most);
    for (let round = 0; round < 300; round += 1) {
      const start = 1_500 + below(1_500);
      const term_months = 1 + below(36);
      const events: Happened[] = [];
      let day = start;
      for (let count = below(6); count > 0; count -= 1) {
        if (next() < 0.4) events.push({ kind: "extended", months: [3, 6, 12, 24][below(4)] ?? 3 });
        else {
          const handed_in = day + below(200);
          const handed_back = handed_in + below(40);
          events.push({ kind: "repaired", handed_in, handed_back, is_covered: next() < 0.7 });
          day = handed_back + 1;
        }
      }
      const said = modelEnd({ start_on: dayOf(start), term_months }, events);
      for (let order = 0; order < 4; order += 1) {
        const shuffled = events
          .map((event) => ({ event, at: next() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ event }) => event);
        let extended = 0;
        const repairs: Repair[] = [];
        for (const event of shuffled) {
          if (event.kind === "extended") extended += event.months;
          else {
            const handed_back = event.handed_back === null ? null : dayOf(event.handed_back);
            repairs.push(repair({ handed_in: dayOf(event.handed_in), handed_back, is_covered: event.is_covered }));
          }
        }
        const told = machine({ start_on: dayOf(start), term_months, extra_months: extended, repairs });
        expect(endOf(told)).toBe(said);
      }
    }
  });
});

describe("the start of a machine bought elsewhere", () => {
  const bought = { produced: "2026-08", bought_on: "2026-10-15", activated_on: "2026-11-14", is_proved: false };

  test("is the activation within 30 days of the purchase", () => {
    expect(startElsewhere(bought)).toEqual({ kind: "activated", start_on: "2026-11-14" });
  });

  test("is the purchase where it is late and the invoice was accepted, else the end of the third month after production", () => {
    const late = { ...bought, activated_on: "2026-11-15" };
    expect(startElsewhere({ ...late, is_proved: true })).toEqual({ kind: "bought", start_on: "2026-10-15" });
    expect(startElsewhere(late)).toEqual({ kind: "production", start_on: "2026-11-30" });
    expect(productionStart("2026-11")).toBe("2027-02-28");
  });
});

describe("parts", () => {
  const parts = [
    { part: "Bơm", months: 12 },
    { part: "Lõi lọc", months: 0 },
  ];

  test("have their own terms from the same start, lengthened by days in repair and never by extensions", () => {
    const terms = termsOf(machine({ parts, extra_months: 3, repairs: [repair({})] }));
    expect(terms.map(({ part, end_on }) => [part, end_on])).toEqual([
      [null, "2028-12-21"],
      ["Bơm", "2027-09-21"],
      ["Lõi lọc", null],
    ]);
  });

  test("a new part has its full term from its day, never less than the rest, and later repairs do not move it", () => {
    const fitted = (months: number) => [repair({ parts: [{ part: "Bơm", months }] })];
    const end = (repairs: Repair[]) => termsOf(machine({ parts, repairs })).find(({ kind }) => kind === "new")?.end_on;
    expect(end(fitted(12))).toBe("2027-10-10");
    expect(end(fitted(1))).toBe("2027-09-21");
    expect(end([...fitted(12), repair({ handed_in: "2027-01-01", handed_back: "2027-03-01" })])).toBe("2027-10-10");
  });

  test("a new part that is in no list is never covered less than the machine was", () => {
    const repairs = [repair({ parts: [{ part: "Gối cao su", months: 24 }] })];
    expect(termsOf(machine({ repairs })).at(-1)).toMatchObject({
      part: "Gối cao su",
      end_on: "2028-10-10",
      kind: "new",
    });
  });
});

describe("the state", () => {
  const known = { end_on: "2028-09-12", is_activated: true, is_in_repair: false, ended: null } as const;

  test("ends soon from 30 days before, is over from the day after, and never while a covered repair is open", () => {
    expect(stateOn(known, "2028-08-12")).toBe("active");
    expect(stateOn(known, "2028-08-13")).toBe("expiring");
    expect(stateOn(known, "2028-09-12")).toBe("expiring");
    expect(stateOn(known, "2028-09-13")).toBe("expired");
    expect(stateOn({ ...known, is_in_repair: true }, "2028-09-13")).toBe("expiring");
    expect(isInRepair(machine({ repairs: [repair({ handed_back: null })] }))).toBe(true);
  });

  test("is not activated while its clock runs, and nothing changes a card that has ended", () => {
    expect(stateOn({ ...known, is_activated: false }, "2027-01-01")).toBe("not_activated");
    expect(stateOn({ ...known, ended: "void" }, "2030-01-01")).toBe("void");
  });
});
