/** The end of a proposal of premises: 12 months after it was sent, or with the person. rules/partners#retention */
import { businessDay } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import { sweepForms } from "./forms.ts";

const AT_ONCE = 500;

/** Part of the job `sweep`. Safe to repeat. */
export async function sweepRentGrounds(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await remove(tx, sql`g.delete_on <= ${businessDay(tx.now)}::date`, AT_ONCE);
    await removeFiles(tx, await sweepForms(tx));
  });
}

/** Reaction to person_erased: those of the account, and those sent with its phone number. */
export async function eraseRentGrounds(ctx: Ctx, customer_id: number): Promise<void> {
  const which = sql`g.customer_id = ${customer_id}
    or g.phone = (select phone from identity.customers where id = ${customer_id})`;
  await remove(ctx, which, null);
}

async function remove(ctx: Ctx, which: RawBuilder<unknown>, most: number | null): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with chosen as (select g.id from partners.rent_grounds g where ${which} order by g.id limit ${most} for update),
      files as (select p.key from partners.pictures p join chosen on chosen.id = p.rent_ground_id),
      gone as (delete from partners.rent_grounds g using chosen where g.id = chosen.id)
    select key from files`.execute(ctx.sql);
  await removeFiles(
    ctx,
    rows.map(({ key }) => key),
  );
}

async function removeFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  await enqueueEach(
    ctx,
    "remove_file",
    keys.map((key) => ({ key })),
  );
}
