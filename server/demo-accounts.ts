/**
 * The demo accounts (db/data/identity/people.json), for trying the shop out: outside production they all sign in with one
 * password, and their codes are in the outbox. With the seeders, the only code that knows them. decisions/0294
 */

import type { Sql } from "./database/sql.ts";
import { listAccounts, lockAccounts } from "./identity/accounts/account-ranges.ts";

/** It satisfies the rule of Spec §5. */
export const DEMO_PASSWORD = "Mutosi@2026Demo";

const EMAILS = "%@mutosi.example";

/** A line each: phone, name, the roles they hold; the password first. Empty where no account has it. */
export async function demoAccounts(db: Sql): Promise<string[]> {
  const accounts = await listAccounts(db, { phones: "+84590000%", emails: EMAILS });
  return accounts.length > 0 ? [`password of all: ${DEMO_PASSWORD}`, ...accounts] : [];
}

/**
 * Where the shop runs for real, an account of the demo that still has the demo password is locked and its sessions end: the
 * password is in the README. Those of staff: staff/demo.ts. Returns whose. Safe to repeat. decisions/0213
 */
export function lockDemoAccounts(db: Sql): Promise<string[]> {
  return lockAccounts(db, { emails: EMAILS, codes: "CAST%", password: DEMO_PASSWORD });
}
