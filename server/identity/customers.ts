/**
 * Accounts: finding one by its login, and the account as its owner sees it. A phone belongs to one account; an
 * e-mail address only where it was proved. Account number and holder are encrypted. Spec §3 User; rules/identity#accounts
 */
import type { AccountStatus, Gender } from "contract/identity/accounts.ts";
import type { User } from "contract/identity/identity.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { Locale } from "contract/values/locale.ts";
import { parsePhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { decrypt } from "../security/encryption.ts";
import { avatarUrl } from "./accounts/avatars.ts";
import type { ActiveRole, HeldRole } from "./roles.ts";

/** What signing in looks at. */
export type Account = {
  id: number;
  code: string;
  phone: string | null;
  email: string;
  email_verified: boolean;
  full_name: string;
  password_hash: string | null;
  must_change_password: boolean;
  status: "active" | "locked" | "deleted";
  locale: Locale;
};

const account = sql`id, code, phone, email, email_verified_at is not null as email_verified, full_name, password_hash,
  must_change_password, status, locale`;

export async function findAccount(ctx: Ctx, id: number): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${account} from identity.customers where id = ${id}`.execute(ctx.sql);
  return rows[0] ?? null;
}

export async function findByPhone(ctx: Ctx, phone: string): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${account} from identity.customers where phone = ${phone}`.execute(
    ctx.sql,
  );
  return rows[0] ?? null;
}

export async function findByEmail(ctx: Ctx, email: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select ${account} from identity.customers where email = ${email} and email_verified_at is not null`.execute(
    ctx.sql,
  );
  return rows[0] ?? null;
}

/** What was typed into a field for phone or e-mail, in the form in which it is looked up and counted. */
export function readLogin(typed: string): { phone: string } | { email: string } {
  const phone = parsePhone(typed);
  return phone.ok ? { phone: phone.e164 } : { email: typed.normalize("NFKC").trim().toLowerCase() };
}

export async function findByLogin(ctx: Ctx, typed: string): Promise<Account | null> {
  const login = readLogin(typed);
  return "phone" in login ? findByPhone(ctx, login.phone) : findByEmail(ctx, login.email);
}

type Row = {
  code: string;
  full_name: string;
  nickname: string;
  phone: string | null;
  email: string;
  email_verified: boolean;
  avatar: string | null;
  birthday: string | null;
  gender: Gender | null;
  nationality: string;
  referral_code: string;
  bank: string;
  bank_account: Buffer | null;
  bank_holder: Buffer | null;
  has_password: boolean;
  has_google: boolean;
  must_change_password: boolean;
  status: Account["status"];
  locale: Locale;
  deletion_due_at: Date | null;
  membership_class: Rank;
  current_score: number;
  held: HeldRole[];
};

/** Columns: the rank, and the points that may be spent now less what is owed. */
export const membershipOf = (now: Date, customer: ReturnType<typeof sql>) => sql`
  coalesce((select a.rank from loyalty.accounts a where a.customer_id = ${customer}), 'member') as membership_class,
  coalesce((select a.usable - a.debt - coalesce((select sum(l.usable) from ledger.lots l
      where l.account_id = a.id and l.usable > 0 and l.ends_at <= ${now}), 0)::bigint
    from ledger.accounts a where a.kind = 'points' and a.customer_id = ${customer}), 0)::points as current_score`;

/** The account as its owner sees it, in one statement. */
export async function viewUser(ctx: Ctx, customer_id: number, active: ActiveRole): Promise<User> {
  const { rows } = await sql<Row>`
    select c.code, c.full_name, c.nickname, c.phone, c.email, c.email_verified_at is not null as email_verified, c.avatar,
      c.birthday::text, c.gender, c.nationality, c.referral_code, c.bank, c.bank_account, c.bank_holder,
      c.password_hash is not null as has_password, c.must_change_password, c.status, c.locale, c.deletion_due_at,
      exists (select from identity.google_accounts g where g.customer_id = c.id) as has_google,
      ${membershipOf(ctx.now, sql`c.id`)},
      coalesce((select jsonb_agg(jsonb_build_object('role', r.role, 'agent_id', r.agent_id) order by r.granted_at, r.role)
        from identity.roles r where r.customer_id = c.id), '[]') as held
    from identity.customers c where c.id = ${customer_id}`.execute(ctx.sql);
  const row = rows[0];
  if (!row) throw new Error(`customer ${customer_id} of a living session is not there`);
  const { code: id, avatar, held, bank_account, bank_holder, must_change_password, status, ...shown } = row;
  const open = (box: Buffer | null, column: string) =>
    box ? decrypt(ctx.config, box, `${column} ${customer_id}`) : "";
  return {
    ...shown,
    id,
    avatar_url: avatarUrl(avatar),
    account_number: open(bank_account, "bank_account"),
    account_name: open(bank_holder, "bank_holder"),
    roles: [...new Set(["customer" as const, ...held.map((each) => each.role)])],
    active_role: active.active_role,
    agent_id: active.agent_id || null,
    account_status: statusOf({ must_change_password, status }),
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
  };
}

export function statusOf({
  must_change_password,
  status,
}: Pick<Account, "must_change_password" | "status">): AccountStatus {
  return status === "active" && must_change_password ? "pending_password" : status;
}
