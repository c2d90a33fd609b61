/**
 * Acts that one person may not do alone. A domain says so at the place where it would act, with the exact figures, inside
 * its transaction; what was written until there is undone, and `handle()` makes a request of the call. Once that is
 * approved the same call runs again and gets past this place with the same figures alone. rules/staff#four-eyes
 */
import type { ApprovalKind } from "contract/staff/approval-kinds.ts";
import type { Figure } from "contract/staff/approvals.ts";
import type { Permission } from "contract/staff/permissions.ts";
import type { Ctx } from "./context.ts";

/** What is to be approved. Never a value of a customer, never a secret: it stands in emails and in the log. */
export type Ask = {
  kind: ApprovalKind;
  /** The thing, "staff:13": one request is open for it. */
  subject: string;
  /** Its name. */
  label: string;
  figures: readonly Figure[];
  amount?: number;
  /** The permission the act itself needs: who lost it, their request is void. */
  needs: Permission;
  /** Accounts it makes wider. */
  concerned?: readonly number[];
  /** By what a limited act is summed, as keyed hashes. */
  sums?: readonly string[];
};

/** Thrown where a second person is needed and none has approved. `handle()` alone catches it. */
export class SecondPersonNeeded extends Error {
  override readonly name = "SecondPersonNeeded";
  readonly ask: Ask;

  constructor(ask: Ask) {
    super(`a second person is needed: ${ask.kind} ${ask.subject}`);
    this.ask = ask;
  }
}

/** An approved request at work. */
export type RunningApproval = { id: number; code: string; kind: ApprovalKind; digest: string };

/**
 * Goes on where nobody has to approve (a command, the shop itself), or exactly this is approved. In the transaction of the
 * act. Throws SecondPersonNeeded, approval_needed for an API key, approval_void.
 */
export const secondPerson = (ctx: Ctx, ask: Ask): Promise<void> => ctx.announce(ctx, "second_person_needed", ask);

export type SecondPersonEvents = {
  second_person_needed: Ask;
  /** The act of an approved request, in the transaction of its approval; the context is the asker's. */
  approval_granted: { call: string; input: unknown };
};

declare module "./events.ts" {
  interface Events extends SecondPersonEvents {}
}
