/** Moves and slots as tables: who may move what, and when a slot may be taken. */
import {
  BOOK_AHEAD_DAYS,
  finalStates,
  serviceSlots,
  type TicketMover,
  type TicketState,
  ticketMovers,
  ticketStates,
} from "contract/service/service-words.ts";
import { describe, expect, test } from "vitest";
import { bookableDays, closesAt, isBookable, startOf } from "./slots.ts";
import { moverOf, moves, movesFrom } from "./states.ts";

describe("moves", () => {
  test("what is final has no move, and every other state has one", () => {
    for (const state of ticketStates)
      expect([state, movesFrom(state, ticketMovers).length > 0]).toEqual([state, !finalStates.has(state)]);
  });

  test("every state is reached from a request", () => {
    const reached = new Set<TicketState>(["received"]);
    for (let grown = 0; grown !== reached.size; ) {
      grown = reached.size;
      for (const [from, to] of moves) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...ticketStates].sort());
  });

  test("of all pairs only those of the table are moves, each by its own movers", () => {
    for (const from of ticketStates)
      for (const to of ticketStates)
        for (const mover of ticketMovers) {
          const row = moves.find(([start, end]) => start === from && end === to);
          expect([from, to, mover, moverOf(from, to, [mover])]).toEqual([
            from,
            to,
            mover,
            row?.[2].includes(mover) ? mover : null,
          ]);
        }
  });

  test("nothing is worked on after a quote but by its owner's word", () => {
    for (const mover of ["technician", "centre", "system"] satisfies TicketMover[])
      expect(moverOf("quoted", "working", [mover])).toBeNull();
  });
});

describe("slots", () => {
  const now = new Date("2026-11-28T03:00:00Z"); // 10:00 in Việt Nam

  test("a slot closes two hours before it starts, to the millisecond", () => {
    for (const slot of serviceSlots) {
      const closes = closesAt("2026-11-30", slot);
      expect(startOf("2026-11-30", slot).getTime() - closes.getTime()).toBe(2 * 3_600_000);
      expect(isBookable("2026-11-30", slot, new Date(closes.getTime() - 1), [])).toBe(true);
      expect(isBookable("2026-11-30", slot, closes, [])).toBe(false);
    }
  });

  test("today's slots are those that start in more than two hours", () => {
    expect(serviceSlots.filter((slot) => isBookable("2026-11-28", slot, now, []))).toEqual(["s3", "s4", "s5"]);
  });

  test("days are today to 14 ahead, without holidays, at any hour of a day of Việt Nam", () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = new Date(Date.parse("2026-11-27T17:00:00Z") + hour * 3_600_000);
      const days = bookableDays(at, ["2026-12-01"]);
      expect(days).toHaveLength(BOOK_AHEAD_DAYS);
      expect([days[0], days.at(-1), days.includes("2026-12-01")]).toEqual(["2026-11-28", "2026-12-12", false]);
    }
    expect(isBookable("2026-12-13", "s1", now, [])).toBe(false);
    expect(isBookable("2026-11-27", "s5", now, [])).toBe(false);
  });
});
