/**
 * The demo accounts, for trying the shop out: outside production they all sign in with one password, and
 * their codes are in the outbox.
 */
import { formatPhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { isPassword } from "../signing-in/passwords.ts";

/** It satisfies the rule of Spec §5. */
export const DEMO_PASSWORD = "Mutosi@2026Demo";

/** A line each: phone, name, the roles they hold; the password first. Empty where no account has it. */
export async function demoAccounts(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ phone: string; full_name: string; roles: string }>`
    select c.phone, c.full_name, coalesce(string_agg(r.role, ', ' order by r.granted_at), 'customer') as roles
    from identity.customers c left join identity.roles r on r.customer_id = c.id
    where c.phone like '+84590000%' and c.email like '%@mutosi.example' and c.password_hash is not null
    group by c.id order by c.id limit 20`.execute(db);
  if (rows.length === 0) return [];
  const people = rows.map(({ phone, full_name, roles }) => `${formatPhone(phone)}  ${full_name} (${roles})`);
  return [`password of all: ${DEMO_PASSWORD}`, ...people];
}

/**
 * Where the shop runs for real, an account of the demo that still has the demo password is locked and its sessions end: the
 * password is in the README. Those of staff: staff/demo.ts. Returns whose. Safe to repeat. decisions/0213
 */
export async function lockDemoAccounts(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string; password_hash: string }>`
    select id, email, password_hash from identity.customers
    where (email like '%@mutosi.example' or code like 'CAST%') and password_hash is not null and status = 'active'
    order by id`.execute(db);
  const locked: string[] = [];
  for (const { id, email, password_hash } of rows) {
    if (!(await isPassword(password_hash, DEMO_PASSWORD))) continue;
    await sql`update identity.customers set status = 'locked', password_hash = null, updated_at = now() where id = ${id}`.execute(
      db,
    );
    await sql`delete from identity.sessions where customer_id = ${id}`.execute(db);
    locked.push(email);
  }
  return locked;
}
