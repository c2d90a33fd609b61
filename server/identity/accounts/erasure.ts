/**
 * Erasure of an account: planned, taken back, done. The row stays, because orders point at it; the person in it goes
 * (the database refuses a half erased one). rules/privacy#erasure
 */
import { sql } from "kysely";
import { type Ctx, enqueue } from "../../kernel/context.ts";

export async function planDeletion(ctx: Ctx, customer_id: number, due: Date): Promise<void> {
  await ctx.sql
    .updateTable("identity.customers")
    .set({ deletion_due_at: due, updated_at: ctx.now })
    .where("id", "=", customer_id)
    .where("status", "<>", "deleted")
    .execute();
}

/** Safe to repeat. */
export async function takeBackDeletion(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql
    .updateTable("identity.customers")
    .set({ deletion_due_at: null, updated_at: ctx.now })
    .where("id", "=", customer_id)
    .execute();
}

/** Reaction to person_erased, and the last: signs them out everywhere and forgets who they were. */
export async function eraseCustomer(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ avatar: string | null }>`
    select avatar from identity.customers where id = ${customer_id} for update`.execute(ctx.sql);
  if (rows[0]?.avatar) await enqueue(ctx, "remove_file", { key: rows[0].avatar });
  await sql`delete from identity.otps where target in (
    select unnest(array[phone, nullif(email, '')]) from identity.customers where id = ${customer_id})`.execute(ctx.sql);
  await ctx.sql.deleteFrom("identity.known_devices").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("identity.sessions").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("identity.google_accounts").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("identity.roles").where("customer_id", "=", customer_id).execute();
  await ctx.sql
    .updateTable("identity.customers")
    .set({
      phone: null,
      email: "",
      email_verified_at: null,
      full_name: "",
      nickname: "",
      password_hash: null,
      password_changed_at: null,
      must_change_password: false,
      birthday: null,
      gender: null,
      nationality: "",
      referral_code: "",
      bank: "",
      bank_account: null,
      bank_holder: null,
      avatar: null,
      status: "deleted",
      updated_at: ctx.now,
      deletion_due_at: null,
      erased_at: ctx.now,
    })
    .where("id", "=", customer_id)
    .execute();
}
