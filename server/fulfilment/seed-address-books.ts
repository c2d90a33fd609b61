/** The address books of the demo accounts of identity/people.json, in the current units. */
import { randomBytes } from "node:crypto";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

type Place = { city_code: string; district_code: string; ward_code: string; street: string; text: string };
type Person = {
  name: string;
  phone: string;
  email: string;
  addresses: { label: string; type: string; default: boolean; current: Place }[];
};

export async function seedAddressBooks(sql: Sql, { builtFeatures, now }: SeedContext): Promise<void> {
  if (!builtFeatures.has("identity")) return;
  const { people } = demoData<{ people: Person[] }>("identity/people.json");
  const customers = await sql.selectFrom("identity.customers").select(["id", "email"]).execute();
  const idOf = new Map(customers.map(({ id, email }) => [email, id]));
  let last = 0;
  const rows = people.flatMap(({ name, phone, email, addresses }) => {
    const customer_id = idOf.get(email);
    if (customer_id === undefined) throw new Error(`${name} has no account`);
    return addresses.map(({ label, type, default: is_default, current }) => {
      last += 1;
      return { id: last, customer_id, label, name, phone, is_default, address: addressOf(current, type) };
    });
  });
  await sql
    .insertInto("fulfilment.address_books")
    .values(rows.filter((row) => row.is_default).map(({ customer_id, id }) => ({ customer_id, default_address: id })))
    .execute();
  await sql
    .insertInto("fulfilment.addresses")
    .values(
      rows.map(({ id, customer_id, label, name, phone, address }) => ({
        id,
        code: randomBytes(9).toString("base64url"),
        customer_id,
        label,
        receiver_name: name,
        receiver_phone: phone,
        address: JSON.stringify(address),
        is_confirmed: true,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await sql
    .selectNoFrom(({ fn, val }) => fn("setval", [val("fulfilment.addresses_id_seq"), val(last)]).as("last"))
    .execute();
}

const addressOf = (current: Place, type: string) => ({
  address_system: "current",
  ...current,
  type,
  legacy_address: null,
});
