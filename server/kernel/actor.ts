/**
 * The acting person of a history row, as the PostgreSQL domain `actor` holds it. What acts is known where a context is
 * made (a request, a command, a job, an ipn), so that no domain decides it. rules/platform#acting-person
 */
import type { Party } from "contract/orders/order-states.ts";
import type { Ctx, Session } from "./context.ts";

/**
 * A guest, a customer's account, a staff account, the command line of the shop's machine, the shop itself (a job, a rule),
 * or a payment provider. The number is the account's id.
 */
export type Actor = "customer" | `customer:${number}` | `staff:${number}` | "command" | "system" | `provider:${string}`;

export type ActorKind = "customer" | "staff" | "command" | "system" | "provider";

/** The same context with another acting person. */
export function actingAs(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor: async () => actor };
}

/** Who acts in a call that a shopper makes. */
export function shopperOf(session: Session | null): Actor {
  return session?.customer_id == null ? "customer" : `customer:${session.customer_id}`;
}

const parties: Readonly<Record<ActorKind, Party>> = {
  customer: "customer",
  staff: "staff",
  command: "staff",
  system: "system",
  provider: "system",
};

/** Which of an order's three parties the actor is of; the generated column `orders.history.who` says the same. */
export function partyOf(actor: Actor): Party {
  const [kind] = actor.split(":", 1) as [ActorKind];
  return parties[kind];
}
