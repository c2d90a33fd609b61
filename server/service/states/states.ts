/** Which move a ticket may make, and whose it is. Pure. docs/rules/service.md#states */
import { finalStates, type TicketMover, type TicketState } from "contract/service/service-words.ts";

type Move = readonly [from: TicketState, to: TicketState, by: readonly TicketMover[]];

/** data/service.json `moves` of the specification, row by row. */
export const moves: readonly Move[] = [
  ["received", "booked", ["customer", "care"]],
  ["received", "at_centre", ["care", "centre"]],
  ["received", "refused", ["care"]],
  ["received", "cancelled", ["customer", "care"]],
  ["booked", "on_the_way", ["technician"]],
  ["booked", "arrived", ["technician"]],
  ["booked", "booked", ["customer", "care"]],
  ["booked", "cancelled", ["customer", "care"]],
  ["on_the_way", "arrived", ["technician"]],
  ["on_the_way", "not_home", ["technician"]],
  ["arrived", "not_home", ["technician"]],
  ["arrived", "quoted", ["technician"]],
  ["arrived", "working", ["technician"]],
  ["arrived", "at_centre", ["technician"]],
  ["at_centre", "quoted", ["technician", "centre"]],
  ["at_centre", "working", ["technician", "centre"]],
  ["quoted", "working", ["customer", "care"]],
  ["quoted", "ready", ["customer", "care", "system"]],
  ["quoted", "done", ["customer", "care"]],
  ["quoted", "quoted", ["technician", "centre"]],
  ["working", "waiting_parts", ["technician", "centre"]],
  ["working", "quoted", ["technician", "centre"]],
  ["working", "ready", ["technician", "centre"]],
  ["working", "done", ["technician"]],
  ["waiting_parts", "working", ["technician", "centre"]],
  ["waiting_parts", "booked", ["customer", "care"]],
  ["waiting_parts", "refused", ["care"]],
  ["ready", "done", ["customer", "centre", "system"]],
  ["not_home", "booked", ["customer", "care"]],
  ["not_home", "cancelled", ["customer", "care", "system"]],
];

/** Staff are care and centre at once. */
export const STAFF: readonly TicketMover[] = ["care", "centre"];

/** Who of `movers` makes the move; null: it is none, or not theirs. */
export function moverOf(from: TicketState, to: TicketState, movers: readonly TicketMover[]): TicketMover | null {
  if (finalStates.has(from)) return null;
  const by = moves.find(([start, end]) => start === from && end === to)?.[2] ?? [];
  return movers.find((mover) => by.includes(mover)) ?? null;
}

/** Where `movers` may move it from here, in the order of the table. */
export const movesFrom = (from: TicketState, movers: readonly TicketMover[]): TicketState[] =>
  moves.flatMap(([start, end, by]) => (start === from && movers.some((mover) => by.includes(mover)) ? [end] : []));
