/** How far a card is, for the page that shows it, and its frame. rules/payments#card */
import type { CardState } from "contract/payments/payments.ts";
import type { SelectType } from "kysely";
import type { PaymentsCardSteps } from "../../../db/tables.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type AttemptRow, stepOf } from "../attempts.ts";
import { MAX_TRIES_OF_ORDER } from "./tries.ts";

export type StepsRow = { [K in keyof PaymentsCardSteps]: SelectType<PaymentsCardSteps[K]> };

/** Of an order: three, however its attempts ended. */
export async function triesLeft(ctx: Ctx, payment_id: number): Promise<number> {
  const { tried } = await ctx.sql
    .selectFrom("payments.card_steps as s")
    .innerJoin("payments.attempts as a", "a.id", "s.attempt_id")
    .select((eb) => eb.fn.count<number>("s.tried_at").as("tried"))
    .where("a.payment_id", "=", payment_id)
    .executeTakeFirstOrThrow();
  return Math.max(0, MAX_TRIES_OF_ORDER - tried);
}

export const frameUrl = (
  { uid_payment }: Pick<AttemptRow, "uid_payment">,
  html: string | null | undefined,
): string | null => (html ? `/v1/payments/${uid_payment}/card-frame` : null);

/** For the payment's page. Null where the attempt is not one by card, or is over. */
export async function cardState(ctx: Ctx, attempt: AttemptRow): Promise<CardState | null> {
  if (stepOf(attempt)?.kind !== "hosted_fields") return null;
  const steps = await ctx.sql
    .selectFrom("payments.card_steps")
    .selectAll()
    .where("attempt_id", "=", attempt.id)
    .executeTakeFirst();
  const tries_left = await triesLeft(ctx, attempt.payment_id);
  const last_four = steps?.last_four ?? null;
  switch (steps?.stage) {
    case "challenged": {
      const stage = steps.returned_at === null ? ("challenge" as const) : ("returned" as const);
      return { stage, frame_url: frameUrl(attempt, steps.frame), tries_left, last_four };
    }
    case "authenticated":
      return { stage: "returned", frame_url: null, tries_left, last_four };
    case "paying":
      return { stage: "asking", frame_url: null, tries_left, last_four };
    default:
      return { stage: "fields", frame_url: null, tries_left, last_four };
  }
}

/** The browser came back from the issuer: it proves nothing, and the page goes on to ask. */
export async function noteReturn(ctx: Ctx, attempt_id: number): Promise<void> {
  await ctx.sql
    .updateTable("payments.card_steps")
    .set({ returned_at: ctx.now })
    .where("attempt_id", "=", attempt_id)
    .where("stage", "=", "challenged")
    .execute();
}
