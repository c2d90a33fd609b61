/**
 * The demo accounts of tests and demo: their data and their roles. Outside production all of them sign in with
 * the demo password. Data: people.json.
 */
import type { Role } from "contract/identity/accounts.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { DEMO_PASSWORD } from "./accounts/demo.ts";
import { hashPassword } from "./signing-in/passwords.ts";

type Person = {
  key: string;
  name: string;
  phone: string;
  email: string;
  language: "vi" | "en" | "ja";
  gender: "male" | "female" | "other";
  birthday: string;
  nationality?: string;
  roles: Role[];
  active_role: Role;
  agent?: { agent_id: string };
  needs: string[];
};

/** Public ids of the demo accounts: the same on every machine, as their phones are. */
const codeOf = (index: number): string => `CAST${"23456789ABCDEFGH"[index]}22222`;

export async function seedAccounts(sql: Sql, { needs, now, demo }: SeedContext): Promise<void> {
  if (!needs.has("identity")) return;
  const { people } = demoData<{ people: Person[] }>("identity/people.json");
  const password_hash = demo ? await hashPassword(DEMO_PASSWORD) : null;
  const kept = await sql
    .insertInto("identity.customers")
    .values(
      people.map((person, index) => ({
        code: codeOf(index),
        phone: person.phone,
        email: person.email,
        email_verified_at: now,
        full_name: person.name,
        password_hash,
        birthday: person.birthday,
        gender: person.gender,
        nationality: person.nationality ?? "VN",
        locale: person.language,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(["id", "email"])
    .execute();
  const roles = people.flatMap((person) => {
    const customer_id = kept.find((row) => row.email === person.email)?.id;
    if (customer_id === undefined) throw new Error(`${person.key} was not kept`);
    // The kind they usually act as was given first.
    const held = [...person.roles].sort((a, b) => Number(b === person.active_role) - Number(a === person.active_role));
    return held.flatMap((role, index) =>
      role === "customer"
        ? []
        : {
            customer_id,
            role,
            agent_id: role === "agent" ? (person.agent?.agent_id ?? "") : "",
            granted_at: new Date(now.getTime() + index),
          },
    );
  });
  await sql.insertInto("identity.roles").values(roles).execute();
}
