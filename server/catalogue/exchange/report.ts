/** What became of a file: how many products, and each row that was refused, with its line, its field and the reason. */
import type { Problem } from "./draft.ts";

export type Outcome = {
  products: number;
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Products refused; nothing of them was changed. */
  refused: number;
  notes: number;
  /** Products and forms that got other pictures. */
  pictured: number;
  /** Products whose pictures were not fetched, because the shop does not. */
  unpictured: number;
  /** New products of which the file does not say how many pieces there are. */
  uncounted: number;
};

export type Report = {
  outcome: Outcome;
  refuse(problems: readonly Problem[]): void;
  note(problems: readonly Problem[]): void;
};

export type Print = (kind: "refused" | "note", line: string) => void;

export function openReport(print: Print): Report {
  const outcome: Outcome = {
    products: 0,
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    notes: 0,
    pictured: 0,
    unpictured: 0,
    uncounted: 0,
  };
  const lineOf = ({ line, field, reason }: Problem) => `line ${line}: ${field}: ${reason}`;
  return {
    outcome,
    refuse(problems) {
      outcome.refused += 1;
      for (const problem of problems) print("refused", lineOf(problem));
    },
    note(problems) {
      outcome.notes += problems.length;
      for (const problem of problems) print("note", lineOf(problem));
    },
  };
}
