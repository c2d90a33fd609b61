/**
 * The demo's staff, for trying the office out on one's own machine: one password, and each account's second factor. Made
 * for this installation; in production there are no such accounts, and those of a trial that became a shop are locked.
 */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";
import type { Config } from "../kernel/config.ts";
import { decryptedTotp, totpNow } from "./second-factor.ts";

/** The same at each start, and another on each machine. It satisfies the rule of passwords. */
export function demoStaffPassword({ signing_key }: Pick<Config, "signing_key">): string {
  const digits = createHmac("sha256", signing_key).update("password of the demo's staff").digest().readUInt32BE();
  return `Office@${String(digits).padStart(10, "0")}`;
}

export type DemoStaff = { email: string; full_name: string; roles: string; secret: string; code: string };

/** Active ones with the second factor they were made with, and its code of this moment. */
export async function demoStaff(db: Sql, config: Config, now: Date): Promise<DemoStaff[]> {
  const { rows } = await sql<Omit<DemoStaff, "secret" | "code"> & { id: number; totp_secret: Buffer }>`
    select a.id, a.email, a.full_name, a.totp_secret, string_agg(h.role, ', ' order by h.role) as roles
    from staff.accounts a join staff.account_roles h on h.account_id = a.id
    where a.state = 'active' and a.email like '%@mutosi.example' and a.totp_set_at = a.password_changed_at
    group by a.id order by a.id limit 20`.execute(db);
  return Promise.all(
    rows.map(async ({ id, totp_secret, ...row }) => {
      const secret = decryptedTotp(config, id, totp_secret);
      return { ...row, secret, code: await totpNow(secret, now) };
    }),
  );
}

/**
 * Where the shop runs for real, the demo's staff are locked and their sessions and keys end: their password stood in a
 * terminal. Returns whose. Safe to repeat.
 */
export async function lockDemoStaff(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    update staff.accounts set state = 'locked', version = version + 1
    where state = 'active' and email like '%@mutosi.example' returning id, email`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`delete from staff.sessions where account_id = any (${ids})`.execute(db);
  return rows.map(({ email }) => email);
}
