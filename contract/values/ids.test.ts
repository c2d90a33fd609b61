import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Call } from "../call.ts";
import { contract } from "../contract.ts";

type Inner = z.ZodType;

/** Every schema inside one, with its place: objects, lists, unions, pipes and whatever wraps another. */
function* inside(schema: Inner, place: string): Generator<[place: string, schema: Inner]> {
  yield [place, schema];
  const def = { ...schema._zod.def } as Record<string, unknown>;
  for (const [name, part] of Object.entries((def.shape ?? {}) as Record<string, Inner>)) {
    yield* inside(part, `${place}.${name}`);
  }
  const parts = [def.element, def.innerType, def.in, def.out, def.keyType, def.valueType, def.left, def.right];
  for (const part of [...parts, ...((def.options ?? []) as Inner[]), ...((def.items ?? []) as Inner[])]) {
    if (part) yield* inside(part as Inner, place);
  }
}

const MAX_OF_AN_ID = 2 ** 31 - 1;
/** Figures that never reach a column of `integer`: sums of money, and entries of the audit log (`bigint`). */
const greatest: Readonly<Record<string, number>> = {
  "orders.place.expected_total": 1e12,
  "orders.placeCards.expected_total": 1e12,
  "orders.placeExchange.expected_total": 1e12,
  "orders.recordRefund.amount": 1e12,
  "pages.saveDraft.page.blocks.rule.max_price": 1e12,
  "pages.saveDraft.page.blocks.rule.min_price": 1e12,
  "payments.methods.amount": 1e12,
  ...Object.fromEntries(
    ["price_from", "price_to", "min_order", "cap", "amount", "price", "budget"].map((field) => [
      `promotions.save.${field}`,
      1e11,
    ]),
  ),
  "staff.approvals.before": Number.MAX_SAFE_INTEGER,
  "staff.audit.before": Number.MAX_SAFE_INTEGER,
  "staff.recordHistory.before": Number.MAX_SAFE_INTEGER,
  "staff.revealAudit.id": Number.MAX_SAFE_INTEGER,
};

const figures = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls as Record<string, Call>).flatMap(([name, call]) =>
    [...inside(call.input as Inner, `${domain}.${name}`)].flatMap(([place, schema]) =>
      schema instanceof z.ZodNumber ? { place, minimum: schema.minValue, maximum: schema.maxValue } : [],
    ),
  ),
);

describe("integers in the input", () => {
  it("a number beyond PostgreSQL's integer is refused", () => {
    expect(figures.length).toBeGreaterThan(30);
    const endless = figures.filter(({ place, minimum, maximum }) => {
      const most = greatest[place] ?? MAX_OF_AN_ID;
      return minimum === null || maximum === null || minimum < -most || maximum > most;
    });
    expect(endless).toEqual([]);
  });
});
