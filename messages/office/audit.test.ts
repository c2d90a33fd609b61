/** The audit log in sentences: every call of staff that changes something has its verb, in both languages. */
import type { Call } from "contract/call.ts";
import { contract } from "contract/contract.ts";
import { ordersDesk } from "contract/orders/orders-desk.ts";
import { describe, expect, test } from "vitest";
import { en } from "./en.ts";
import { vi } from "./vi.ts";

/** Calls that write no entry of their own name: what a passkey is asked, a session that goes on, the columns of a list. */
const silent = new Set([
  "desks.saveLayout",
  "staff.stay",
  "staff.stepUpPasskeyStart",
  "staff.addPasskeyStart",
  "staff.newTotp",
]);

describe("the log says in words what was done", () => {
  const calls = Object.entries(contract).flatMap(([domain, rows]) =>
    Object.entries<Call>(rows).flatMap(([name, { who, safe }]) =>
      typeof who === "object" && !safe ? [`${domain}.${name}`] : [],
    ),
  );
  const acts = Object.keys(ordersDesk.acts).map((act) => `${ordersDesk.name}.${act}`);

  test.each(Object.entries({ vi, en }))(
    "for every call that changes something, and every act on many rows: %s",
    (_, said) => {
      const missing = [...calls, ...acts].filter((name) => !silent.has(name) && !(name in said.audit.calls));
      expect(missing).toEqual([]);
      expect(calls.length).toBeGreaterThan(40);
    },
  );
});
