/**
 * When a warranty begins and ends. Pure: days are `2026-11-28`, those of Việt Nam. What the end is follows from what is
 * known of a machine, never from the order in which it became known. rules/warranty#periods
 */
import { EARLY_DAYS, type StartKind, type WarrantyState } from "contract/warranty/warranty-words.ts";

export type Day = string;

export type PartTerm = { part: string; months: number };

export type Repair = {
  handed_in: Day;
  /** Null while it is with us. */
  handed_back: Day | null;
  is_covered: boolean;
  /** New parts with terms of their own. */
  parts: readonly PartTerm[];
};

export type Machine = {
  start_on: Day;
  term_months: number;
  /** 0 months: a consumable. */
  parts: readonly PartTerm[];
  /** Months of extensions, whatever their source. */
  extra_months: number;
  repairs: readonly Repair[];
};

export type Term = {
  part: string | null;
  /** Null of a new part: its day. */
  months: number;
  end_on: Day | null;
  kind: "machine" | "part" | "consumable" | "new";
  from: Day;
};

const DAY_MS = 86_400_000;
/** Of the month of production: a machine stands in a shop for a while. */
const STOCK_MONTHS = 3;
/** The last days, in which a card says so. */
export const EXPIRING_DAYS = 30;

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The day itself does not count, the last one does in full; a day the month lacks is its last. Civil Code, articles 147 and 148. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(Math.floor(at / 12), at % 12, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The last day of the third month after the month of production (`2026-08`). */
export const productionStart = (produced: string): Day => addDays(addMonths(`${produced}-01`, STOCK_MONTHS + 1), -1);

type Bought = { produced: string; bought_on: Day; activated_on: Day; is_proved: boolean };

/** Of a machine bought elsewhere. Late without an accepted invoice it counts from production. */
export function startElsewhere({ produced, bought_on, activated_on, is_proved }: Bought): {
  kind: StartKind;
  start_on: Day;
} {
  if (!isLate(bought_on, activated_on)) return { kind: "activated", start_on: activated_on };
  if (is_proved) return { kind: "bought", start_on: bought_on };
  return { kind: "production", start_on: productionStart(produced) };
}

export const isLate = (bought_on: Day, activated_on: Day): boolean => daysBetween(bought_on, activated_on) > EARLY_DAYS;

/** Covered repairs in the order of their days; one handed in after the end of that moment is none. */
function coveredRepairs({ start_on, term_months, extra_months, repairs }: Machine): {
  days: number;
  covered: Repair[];
} {
  const printed = addMonths(start_on, term_months + extra_months);
  const covered: Repair[] = [];
  let days = 0;
  const inOrder = repairs
    .filter(({ is_covered }) => is_covered)
    .toSorted((a, b) => (a.handed_in < b.handed_in ? -1 : a.handed_in > b.handed_in ? 1 : 0));
  for (const repair of inOrder) {
    if (repair.handed_in > addDays(printed, days)) continue;
    covered.push(repair);
    if (repair.handed_back !== null) days += daysBetween(repair.handed_in, repair.handed_back);
  }
  return { days, covered };
}

/** The last day, in full. All months are added once, then all days in repair. */
export function endOf(machine: Machine): Day {
  const { days } = coveredRepairs(machine);
  return addDays(addMonths(machine.start_on, machine.term_months + machine.extra_months), days);
}

/** A covered repair is with us: the card does not expire meanwhile. */
export const isInRepair = (machine: Machine): boolean =>
  coveredRepairs(machine).covered.some(({ handed_back }) => handed_back === null);

/** Days in repair that lengthen it. */
export const repairDays = (machine: Machine): number => coveredRepairs(machine).days;

/** The machine, its parts and what was replaced, each with its own end. */
export function termsOf(machine: Machine): Term[] {
  const { start_on, term_months, extra_months, parts } = machine;
  const { days, covered } = coveredRepairs(machine);
  const whole: Term = {
    part: null,
    months: term_months + extra_months,
    end_on: endOf(machine),
    kind: "machine",
    from: start_on,
  };
  const own = parts.map(
    ({ part, months }): Term =>
      months === 0
        ? { part, months, end_on: null, kind: "consumable", from: start_on }
        : { part, months, end_on: addDays(addMonths(start_on, months), days), kind: "part", from: start_on },
  );
  const replaced = covered.flatMap(({ handed_back, parts: fitted }) =>
    handed_back === null ? [] : fitted.map((each) => newPart(machine, covered, handed_back, each)),
  );
  return [whole, ...own, ...replaced];
}

/** A full term from its day, never less than the rest of what it took the place of; repairs after it do not move it. */
function newPart(machine: Machine, covered: readonly Repair[], on: Day, { part, months }: PartTerm): Term {
  if (months === 0) return { part, months, end_on: null, kind: "consumable", from: on };
  const days = covered
    .filter(({ handed_back }) => handed_back !== null && handed_back <= on)
    .reduce((sum, { handed_in, handed_back }) => sum + daysBetween(handed_in, handed_back ?? handed_in), 0);
  const before = machine.parts.find((each) => each.part === part && each.months > 0)?.months;
  const rest = addDays(addMonths(machine.start_on, before ?? machine.term_months + machine.extra_months), days);
  const full = addMonths(on, months);
  const [, end_on = full] = [rest, full].toSorted();
  return { part, months, end_on, kind: "new", from: on };
}

type Known = {
  end_on: Day;
  is_activated: boolean;
  is_in_repair: boolean;
  ended: "void" | "replaced" | "returned" | null;
};

/** What it is on a day. A machine of an order that was never activated has cover all the same. */
export function stateOn({ end_on, is_activated, is_in_repair, ended }: Known, today: Day): WarrantyState {
  if (ended !== null) return ended;
  if (today > end_on && !is_in_repair) return "expired";
  if (!is_activated) return "not_activated";
  return daysBetween(today, end_on) <= EXPIRING_DAYS ? "expiring" : "active";
}
