/** Repairs of a machine, as far as its term depends on them; what was repaired is service's. rules/warranty#periods */
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { refreshEnd } from "./cards.ts";

type Words = Partial<Record<Locale, string>> & { vi: string };
type RecordedRepair = {
  code: string;
  card_id: number;
  handed_in: string;
  /** Null while it is with us. */
  handed_back: string | null;
  is_covered: boolean;
  fault: Words;
  done: Words;
  technician: string;
  parts: { part: Words; months: number }[];
};

/** Safe to repeat. Locks the card. */
export async function recordRepair(tx: Ctx, repair: RecordedRepair): Promise<void> {
  const { code, card_id, handed_in, handed_back, is_covered, fault, done, technician, parts } = repair;
  await sql`select from warranty.cards where id = ${card_id} for update`.execute(tx.sql);
  await sql`insert into warranty.repairs (code, card_id, handed_in, handed_back, is_covered, fault, done, technician, parts)
    values (${code}, ${card_id}, ${handed_in}::date, ${handed_back}::date, ${is_covered}, ${JSON.stringify(fault)}::jsonb,
      ${JSON.stringify(done)}::jsonb, ${technician}, ${JSON.stringify(parts)}::jsonb)
    on conflict (code) do update set handed_back = excluded.handed_back, is_covered = excluded.is_covered, done = excluded.done,
      technician = excluded.technician, parts = excluded.parts`.execute(tx.sql);
  await refreshEnd(tx, card_id);
}

/** Of what was not repaired. Safe to repeat. */
export async function dropRepair(tx: Ctx, code: string): Promise<void> {
  const { rows } = await sql<{ card_id: number }>`
    delete from warranty.repairs where code = ${code} and handed_back is null returning card_id`.execute(tx.sql);
  if (rows[0]) await refreshEnd(tx, rows[0].card_id);
}
