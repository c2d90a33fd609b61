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
  /** Products and variants that got other pictures. */
  pictured: number;
  /** Products whose pictures were not fetched, because the shop does not. */
  unpictured: number;
  /** Names of categories and brands this run has made. */
  categories: string[];
  brands: string[];
  /** New products without a stock figure in the file. */
  uncounted: number;
};

export type Report = {
  outcome: Outcome;
  /** Fields that every row has from the mapping: what is wrong with one is said once, with the number of products. */
  constants: ReadonlySet<string>;
  refuse(problems: readonly Problem[]): void;
  note(problems: readonly Problem[]): void;
  /** Says what was held back for its count. */
  close(): void;
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
    categories: [],
    brands: [],
    uncounted: 0,
  };
  const lineOf = ({ line, field, reason }: Problem) => `line ${line}: ${field}: ${reason}`;
  const held = new Map<string, number>();
  return {
    outcome,
    constants: new Set(),
    refuse(problems) {
      outcome.refused += 1;
      for (const problem of problems) {
        const said = `${problem.field}: ${problem.reason}`;
        if (this.constants.has(problem.field)) held.set(said, (held.get(said) ?? 0) + 1);
        else print("refused", lineOf(problem));
      }
    },
    note(problems) {
      outcome.notes += problems.length;
      for (const problem of problems) print("note", lineOf(problem));
    },
    close() {
      for (const [said, count] of held) {
        const products = count === 1 ? "1 product" : `${count} products`;
        print("refused", `constant ${said} (${products})`);
      }
      held.clear();
    },
  };
}
