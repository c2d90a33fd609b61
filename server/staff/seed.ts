/**
 * The demo's staff: who works there, since when, what became of them. Their one password and their second factors are
 * made here, for this installation alone, and shown only on its own machine (demo.ts). Data: staff.json.
 */
import { randomBytes } from "node:crypto";
import { sql as query } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { hashPassword } from "../identity/signing-in/passwords.ts";
import { demoStaffPassword } from "./demo.ts";
import { encryptedTotp } from "./second-factor.ts";

type Places = { warehouses: string[] | null; collaborators: string[] | null };
type Person = {
  key: string;
  email: string;
  name: string;
  language: "vi" | "en";
  roles: string[];
  places: Places;
  state: "active" | "locked" | "left";
  joined_days_ago: number;
};
type Invitation = {
  email: string;
  name: string | null;
  roles: string[];
  places: Places;
  language: "vi" | "en";
  state: "sent" | "accepted" | "expired";
  days_ago: number;
  by: string;
};
type Change = {
  person: string;
  what: "roles" | "state";
  from: string | string[];
  to: string | string[];
  days_ago: number;
  by: string;
  reason: string;
};
type Data = { accounts: Person[]; invitations: Invitation[]; changes: Change[] };

const DAY_MS = 86_400_000;
const INVITATION_DAYS = 3;

export async function seedStaff(sql: Sql, { now, staff }: SeedContext): Promise<void> {
  if (staff === null) return;
  const { accounts, invitations, changes } = demoData<Data>("staff/staff.json");
  const password_hash = await hashPassword(demoStaffPassword(staff));
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const open = invitations.filter(({ state }) => state !== "accepted");
  const made = await sql
    .insertInto("staff.accounts")
    .values([
      ...accounts.map((person) => ({
        email: person.email,
        full_name: person.name,
        // Active at once, and as it is today when its second factor is there.
        state: "invited",
        language: person.language,
        created_at: before(person.joined_days_ago),
        joined_at: before(person.joined_days_ago),
        all_warehouses: false,
        all_collaborators: false,
      })),
      ...open.map((each) => ({
        email: each.email,
        full_name: each.name ?? each.email.split("@")[0] ?? "",
        state: "invited",
        language: each.language,
        created_at: before(each.days_ago),
        joined_at: null,
        all_warehouses: false,
        all_collaborators: false,
      })),
    ])
    .returning(["id", "email"])
    .execute();
  const idOf = (email: string) => made.find((row) => row.email === email)?.id ?? 0;
  const idOfKey = (key: string) => idOf(accounts.find((person) => person.key === key)?.email ?? "");
  const people = [...accounts, ...open.map((each) => ({ ...each, key: "" }))];
  await sql
    .insertInto("staff.account_roles")
    .values(people.flatMap(({ email, roles }) => roles.map((role) => ({ account_id: idOf(email), role }))))
    .execute();
  await seedPlaces(sql, people, idOf);
  for (const person of accounts) {
    await sql
      .updateTable("staff.accounts")
      .set({
        state: person.state,
        password_hash,
        password_changed_at: now,
        totp_secret: encryptedTotp(staff, idOf(person.email), base32(randomBytes(20))),
        totp_set_at: now,
        left_at: person.state === "left" ? before(changeDays(changes, person.key)) : null,
      })
      .where("id", "=", idOf(person.email))
      .execute();
  }
  await sql
    .insertInto("staff.links")
    .values(
      open.map((each) => ({
        account_id: idOf(each.email),
        purpose: "invitation",
        token_hash: randomBytes(32), // nobody has it: it can be sent again
        sent_to: each.email,
        made_by: `staff:${idOfKey(each.by)}`,
        created_at: before(each.days_ago),
        expires_at: before(each.days_ago - INVITATION_DAYS),
      })),
    )
    .execute();
  const actorOf = (key: string) => (key === "command" ? "command" : `staff:${idOfKey(key)}`);
  const events = [
    ...invitations.map(({ email, by, days_ago, roles }) => ({
      ...{ event: "invited", email, by: actorOf(by), days_ago, reason: null },
      ...{ before: null, after: { roles } },
    })),
    ...accounts.map(({ email, joined_days_ago }) => ({
      ...{ event: "joined", email, by: `staff:${idOf(email)}`, days_ago: joined_days_ago, reason: null },
      ...{ before: null, after: null },
    })),
    ...changes.map(({ person, what, from, to, by, days_ago, reason }) => ({
      event: what === "roles" ? "roles_changed" : String(to),
      email: accounts.find(({ key }) => key === person)?.email ?? "",
      ...{ by: actorOf(by), days_ago, reason, before: { [what]: from }, after: { [what]: to } },
    })),
  ].sort((a, b) => b.days_ago - a.days_ago);
  await sql
    .insertInto("staff.history")
    .values(
      events.map(({ event, email, by, days_ago, reason, before: from, after: to }) => ({
        at: before(days_ago),
        actor: by,
        event,
        account_id: idOf(email),
        before: from && JSON.stringify(from),
        after: to && JSON.stringify(to),
        reason,
        request_id: "demo",
      })),
    )
    .execute();
}

const changeDays = (changes: readonly Change[], key: string): number =>
  changes.find(({ person, to }) => person === key && to === "left")?.days_ago ?? 0;

async function seedPlaces(
  sql: Sql,
  people: readonly { email: string; roles: string[]; places: Places }[],
  idOf: (email: string) => number,
): Promise<void> {
  const placed = people.map(({ email, places }) => ({ account_id: idOf(email), ...places }));
  const warehouses = placed.flatMap(({ account_id, warehouses }) =>
    (warehouses ?? []).map((warehouse) => ({ account_id, warehouse })),
  );
  await sql.insertInto("staff.account_warehouses").values(warehouses).execute();
  for (const { account_id, collaborators } of placed) {
    if (collaborators === null) continue;
    const emails = collaborators.map((key) => `${key}@mutosi.example`);
    await query`insert into staff.account_collaborators (account_id, customer_id)
      select ${account_id}, id from identity.customers where email = any (${emails})`.execute(sql);
  }
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // RFC 4648

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
}
