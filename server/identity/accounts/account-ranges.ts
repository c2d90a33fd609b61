/** Accounts by the range their numbers, addresses or codes are in, as patterns of SQL's `like`. */
import { formatPhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { isPassword } from "../signing-in/passwords.ts";

/** A line each: phone, name, the roles they hold; those with a password, twenty at most. */
export async function listAccounts(db: Sql, range: { phones: string; emails: string }): Promise<string[]> {
  const { rows } = await sql<{ phone: string; full_name: string; roles: string }>`
    select c.phone, c.full_name, coalesce(string_agg(r.role, ', ' order by r.granted_at), 'customer') as roles
    from identity.customers c left join identity.roles r on r.customer_id = c.id
    where c.phone like ${range.phones} and c.email like ${range.emails} and c.password_hash is not null
    group by c.id order by c.id limit 20`.execute(db);
  return rows.map(({ phone, full_name, roles }) => `${formatPhone(phone)}  ${full_name} (${roles})`);
}

/**
 * Locks the active accounts of either range that have this password, removes it and ends their sessions. Returns their
 * addresses. Safe to repeat.
 */
export async function lockAccounts(
  db: Sql,
  { emails, codes, password }: { emails: string; codes: string; password: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string; password_hash: string }>`
    select id, email, password_hash from identity.customers
    where (email like ${emails} or code like ${codes}) and password_hash is not null and status = 'active'
    order by id`.execute(db);
  const locked: string[] = [];
  for (const { id, email, password_hash } of rows) {
    if (!(await isPassword(password_hash, password))) continue;
    await sql`update identity.customers set status = 'locked', password_hash = null, updated_at = now() where id = ${id}`.execute(
      db,
    );
    await sql`delete from identity.sessions where customer_id = ${id}`.execute(db);
    locked.push(email);
  }
  return locked;
}
