/** A second ledger, in memory and by plain lists, for one account with one hold at a time: tests compare the real one with it. */
import fc from "fast-check";

export const DAY_MS = 86_400_000;

export type Act =
  | { do: "credit"; amount: number; ends_in: number }
  | { do: "take" | "forgive" | "hold" | "give_back"; amount: number }
  | { do: "spend" | "release" | "night" }
  | { do: "wait"; days: number };

const amount = fc.integer({ min: 1, max: 60 });
export const acts = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("credit" as const), amount, ends_in: fc.constantFrom(2, 10, 29, 30, 31, 60, 200) }),
    fc.record({
      do: fc.constantFrom("take" as const, "forgive" as const, "hold" as const, "give_back" as const),
      amount,
    }),
    fc.record({ do: fc.constantFrom("spend" as const, "release" as const, "night" as const) }),
    fc.record({ do: fc.constant("wait" as const), days: fc.constantFrom(1, 5, 15, 40) }),
  ),
  { minLength: 5, maxLength: 25 },
);

/** A unit of one point, by itself: no arithmetic of parts. */
type Point = { born: number; lot: number; ends: number; extended: boolean };

export class Model {
  private usable: Point[] = [];
  private held: Point[] = [];
  /** In the order in which it was taken. */
  private spent: Point[] = [];
  private debt = 0;
  private lotsOpened = 0;

  balance(now: number) {
    return { usable: this.live(now).length, held: this.held.length, debt: this.debt };
  }

  /** End and size of each lot, soonest end first, then oldest. */
  lots(now: number): [number, number][] {
    const sizes = new Map<number, [number, number]>();
    for (const { lot, ends } of this.live(now)) sizes.set(lot, [ends, (sizes.get(lot)?.[1] ?? 0) + 1]);
    return [...sizes].toSorted(([a, [endA]], [b, [endB]]) => endA - endB || a - b).map(([, lot]) => lot);
  }

  perform(act: Act, now: number): unknown {
    this.usable = this.live(now);
    switch (act.do) {
      case "wait":
      case "night":
        return undefined;
      case "credit": {
        const lot = ++this.lotsOpened;
        const ends = now + act.ends_in * DAY_MS;
        for (let count = act.amount; count > 0; count--) this.receive({ born: lot, lot, ends, extended: false });
        return undefined;
      }
      case "take":
        for (let count = act.amount; count > 0; count--) if (!this.next()) this.debt += 1;
        return undefined;
      case "forgive":
        this.debt = Math.max(0, this.debt - act.amount);
        return undefined;
      case "hold": {
        if (this.held.length > 0 || this.usable.length < act.amount) return false;
        this.spent = [];
        for (let count = act.amount; count > 0; count--) {
          const point = this.next();
          if (point) this.held.push(point);
        }
        return true;
      }
      case "spend":
        this.spent.push(...this.held);
        this.held = [];
        return undefined;
      case "release":
        this.comeBack(this.held.toReversed(), now);
        this.held = [];
        return undefined;
      case "give_back": {
        const back = this.spent.splice(Math.max(0, this.spent.length - act.amount)).toReversed();
        this.comeBack(back, now);
        return back.length;
      }
    }
  }

  private live(now: number): Point[] {
    return this.usable.filter(({ ends }) => ends > now);
  }

  /** Takes the one that ends soonest, of the oldest lot. */
  private next(): Point | undefined {
    const [first] = this.usable.toSorted((a, b) => a.ends - b.ends || a.lot - b.lot);
    this.usable = this.usable.filter((each) => each !== first);
    return first;
  }

  private receive(point: Point): void {
    if (this.debt > 0) this.debt -= 1;
    else this.usable.push(point);
  }

  /** Each with its end, or 30 days from now once, or the end of the day. */
  private comeBack(points: readonly Point[], now: number): void {
    const lots = new Map<number, number>();
    const into = (lot: number) => {
      const known = lots.get(lot) ?? ++this.lotsOpened;
      lots.set(lot, known);
      return known;
    };
    const back = points.map((point): Point => {
      if (point.ends >= now + 30 * DAY_MS) return point;
      if (!point.extended) return { ...point, lot: into(point.lot), ends: now + 30 * DAY_MS, extended: true };
      return point.ends > now ? point : { ...point, lot: into(point.lot), ends: now + DAY_MS };
    });
    for (const point of back.toSorted((a, b) => a.ends - b.ends)) this.receive(point);
  }
}
