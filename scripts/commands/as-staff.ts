/**
 * Commands that move money are calls of the office by a person of the staff: their rights, limits and requests, and a code
 * of their authenticator app as the proof. rules/staff#four-eyes
 */
import { createInterface } from "node:readline/promises";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { handle } from "server/calls/handle.ts";
import { actingAs } from "server/kernel/actor.ts";
import type { Ctx } from "server/kernel/context.ts";
import { shopHandlers } from "server/shop.ts";
import { grantsIn, heldAccounts } from "server/staff/held.ts";
import { consumeTotp } from "server/staff/second-factor.ts";
import { UsageError } from "./command-line.ts";

const PROOF_MS = 60_000;

/** Calls as that person, whose code is used up by it. Throws UsageError, second_factor_wrong, forbidden where nobody has that e-mail. */
export async function asStaff(ctx: Ctx, email: string | undefined, digits: string | undefined) {
  if (email === undefined) throw new UsageError("--as names the member of staff who decides it.");
  const [account] = await heldAccounts(ctx, sql`lower(a.email) = lower(${email}) and a.state = 'active'`);
  if (!account) throw new ShopError("forbidden");
  await consumeTotp(ctx, account.id, digits ?? (await typedCode()));
  const grants = grantsIn(account);
  const later = new Date(ctx.now.getTime() + PROOF_MS);
  const staff = {
    ...{ caller: `command ${account.id}`, account_id: account.id, grants },
    session_id: 0, // of no session, and no API key either
    permissions: [...new Set(grants.map(({ name }) => name))],
    ...{ must_set_factor: false, proved_until: later, last_used_at: ctx.now, idle_ends_at: later, expires_at: later },
  };
  const acting: Ctx = {
    ...actingAs(ctx, `staff:${account.id}`),
    staff: async () => staff,
    noteStaffUse: async () => undefined,
  };
  return (name: string, input: unknown): Promise<unknown> => handle(shopHandlers, name, acting, input);
}

/** Asked for at the terminal, so that it is in no history of commands. */
async function typedCode(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError("--code gives the authenticator app's code where no terminal can ask.");
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await line.question("Code of the authenticator app: ");
  line.close();
  return typed.trim();
}
