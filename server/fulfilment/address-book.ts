/**
 * Address books: the delivery addresses of a customer. A book exists exactly while it has addresses, and one of them is its
 * default; the database enforces both (0014_address_book.sql). Every write locks the book's row, so concurrent writes of one
 * customer run one after another. Spec §3 Shipping address, §7 Account and auth; docs/decisions/0145-address-book.md
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { MAX_ADDRESSES } from "contract/fulfilment/address-types.ts";
import type { Address, SavedAddress, SavedAddressInput } from "contract/fulfilment/fulfilment.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { resolveAddress } from "./addresses.ts";
import { units } from "./units.ts";

type Row = {
  code: string;
  label: string;
  receiver_name: string;
  receiver_phone: string;
  address: Address;
  is_confirmed: boolean;
  is_default: boolean;
};

/** All addresses of a customer: the default first, then the newest. One statement. */
export async function addressBook(ctx: Ctx, customer_id: number): Promise<SavedAddress[]> {
  return (await rowsOf(ctx, customer_id)).map(savedAddressOf);
}

/** The delivery address and receiver of one entry of this customer's book. Throws not_found. */
export async function addressFromBook(ctx: Ctx, customer_id: number, code: string) {
  const [row] = await rowsOf(ctx, customer_id, code);
  if (!row) throw addressNotFound();
  return { address: row.address, full_name: row.receiver_name, phone: row.receiver_phone };
}

/** Adds an address. Throws invalid at the wrong field, above_maximum for a full book. Not safe to repeat without a key: it adds again. */
export async function addAddress(ctx: Ctx, customer_id: number, input: SavedAddressInput): Promise<SavedAddress> {
  const values = valuesOf(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: number }>`select nextval('fulfilment.addresses_id_seq') as id`.execute(ctx.sql);
    const id = rows[0]?.id ?? 0;
    // Creates the book with its first address as the default; the update locks a book that exists.
    await sql`
      insert into fulfilment.address_books (customer_id, default_address) values (${customer_id}, ${id})
      on conflict (customer_id) do update set default_address =
        case when ${input.is_default} then excluded.default_address else address_books.default_address end
    `.execute(ctx.sql);
    const code = randomBytes(9).toString("base64url");
    await sql`
      insert into fulfilment.addresses (id, code, customer_id, label, receiver_name, receiver_phone, address, is_confirmed,
        created_at, updated_at)
      values (${id}, ${code}, ${customer_id}, ${values.label}, ${values.receiver_name},
        ${values.receiver_phone}, ${values.address}, ${values.is_confirmed}, ${ctx.now}, ${ctx.now})`.execute(ctx.sql);
    const book = await addressBook(ctx, customer_id);
    if (book.length > MAX_ADDRESSES) {
      throw new ShopError("above_maximum", { message_key: "address_limit", params: { maximum: MAX_ADDRESSES } });
    }
    return entryOf(book, code);
  });
}

/** Replaces an address. Throws not_found, invalid at the wrong field. Safe to repeat. */
export async function updateAddress(
  ctx: Ctx,
  customer_id: number,
  code: string,
  input: SavedAddressInput,
): Promise<SavedAddress> {
  const values = valuesOf(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    await lockBook(ctx, customer_id);
    const written = await ctx.sql
      .updateTable("fulfilment.addresses")
      .set({ ...values, updated_at: ctx.now })
      .where("customer_id", "=", customer_id)
      .where("code", "=", code)
      .returning("id")
      .executeTakeFirst();
    if (!written) throw addressNotFound();
    if (input.is_default) await markDefault(ctx, customer_id, written.id);
    return entryOf(await addressBook(ctx, customer_id), code);
  });
}

/** Makes an address the default. Throws not_found. Safe to repeat. */
export async function setDefaultAddress(ctx: Ctx, customer_id: number, code: string): Promise<SavedAddress[]> {
  return inTransaction(ctx, async (ctx) => {
    await lockBook(ctx, customer_id);
    const row = await ctx.sql
      .selectFrom("fulfilment.addresses")
      .select("id")
      .where("customer_id", "=", customer_id)
      .where("code", "=", code)
      .executeTakeFirst();
    if (!row) throw addressNotFound();
    await markDefault(ctx, customer_id, row.id);
    return addressBook(ctx, customer_id);
  });
}

/** Removes an address and returns it. Where it was the default, the newest of the others becomes the default. Throws not_found. */
export async function removeAddress(ctx: Ctx, customer_id: number, code: string): Promise<SavedAddress> {
  return inTransaction(ctx, async (ctx) => {
    await lockBook(ctx, customer_id);
    const removed = entryOf(await addressBook(ctx, customer_id), code);
    await ctx.sql
      .deleteFrom("fulfilment.addresses")
      .where("customer_id", "=", customer_id)
      .where("code", "=", code)
      .execute();
    const next = await ctx.sql
      .selectFrom("fulfilment.addresses")
      .select("id")
      .where("customer_id", "=", customer_id)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!next) await deleteAddressBook(ctx, customer_id);
    else if (removed.is_default) await markDefault(ctx, customer_id, next.id);
    return removed;
  });
}

/** Deletes the book with all its addresses, also when an account is erased. Safe to repeat. */
export async function deleteAddressBook(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("fulfilment.address_books").where("customer_id", "=", customer_id).execute();
}

async function rowsOf(ctx: Ctx, customer_id: number, code?: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.code, a.label, a.receiver_name, a.receiver_phone, a.address, a.is_confirmed,
      a.id = b.default_address as is_default
    from fulfilment.addresses a join fulfilment.address_books b using (customer_id)
    where a.customer_id = ${customer_id} and (${code ?? null}::text is null or a.code = ${code ?? null})
    order by is_default desc, a.id desc`.execute(ctx.sql);
  return rows;
}

function valuesOf(ctx: Ctx, input: SavedAddressInput) {
  return {
    label: input.label,
    receiver_name: input.full_name,
    receiver_phone: input.phone,
    address: JSON.stringify(resolveAddress(ctx, input)),
    is_confirmed: input.address_system === "current" || input.current_ward_code !== "",
  };
}

function savedAddressOf({ code, receiver_name, receiver_phone, is_confirmed, address, ...row }: Row): SavedAddress {
  return {
    ...address,
    id: code,
    ...row,
    full_name: receiver_name,
    phone: receiver_phone,
    needs_confirmation: !is_confirmed,
    is_outdated: !units().wards.has(address.ward_code),
  };
}

/** Throws not_found. */
function entryOf(book: readonly SavedAddress[], code: string): SavedAddress {
  const found = book.find(({ id }) => id === code);
  if (!found) throw addressNotFound();
  return found;
}

async function lockBook(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`select from fulfilment.address_books where customer_id = ${customer_id} for update`.execute(ctx.sql);
}

async function markDefault(ctx: Ctx, customer_id: number, default_address: number): Promise<void> {
  await ctx.sql
    .updateTable("fulfilment.address_books")
    .set({ default_address })
    .where("customer_id", "=", customer_id)
    .execute();
}

const addressNotFound = () => new ShopError("not_found", { message_key: "data_not_found" });
