/** The ranks of the demo accounts: people.json. */
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";

export const seedLoyalty: Seeder = async (db, { builtFeatures, now }) => {
  if (!builtFeatures.has("identity")) return;
  const { people } = demoData<{ people: { email: string; rank: string | null }[] }>("identity/people.json");
  await sql`insert into loyalty.accounts (customer_id, rank, since)
    select c.id, p.rank, ${now} from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (email text, rank text)
    join identity.customers c on c.email = p.email where p.rank is not null`.execute(db);
};
