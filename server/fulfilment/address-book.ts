/**
 * Address books: where a customer has things sent. A book is there exactly while it holds addresses and names one of them
 * as its default, which the database holds to (0014_address_book.sql). Every write locks the book's row, so two devices
 * of one person come one after the other. Spec §3 Shipping address, §7 Account and auth; docs/decisions/0145-address-book.md
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

/** The default first, then the newest. One statement. */
export async function addressBook(ctx: Ctx, customer_id: number): Promise<SavedAddress[]> {
  return (await rowsOf(ctx, customer_id)).map(shown);
}

/** One address of this very customer, as the shop sends to it. Throws not_found. */
export async function addressFromBook(ctx: Ctx, customer_id: number, code: string) {
  const [row] = await rowsOf(ctx, customer_id, code);
  if (!row) throw notThere();
  return { address: row.address, full_name: row.receiver_name, phone: row.receiver_phone };
}

/** Throws invalid at the field that is wrong, above_maximum for a full book. Not safe to repeat without a key: it adds again. */
export async function keepAddress(ctx: Ctx, customer_id: number, input: SavedAddressInput): Promise<SavedAddress> {
  const values = valuesOf(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: number }>`select nextval('fulfilment.addresses_id_seq') as id`.execute(ctx.sql);
    const id = rows[0]?.id ?? 0;
    // Opens the book with its first address as the default; one that is there is locked by the update.
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
    return named(book, code);
  });
}

/** Throws not_found, invalid at the field that is wrong. Safe to repeat. */
export async function rewriteAddress(
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
    if (!written) throw notThere();
    if (input.is_default) await nameDefault(ctx, customer_id, written.id);
    return named(await addressBook(ctx, customer_id), code);
  });
}

/** Throws not_found. Safe to repeat. */
export async function setDefaultAddress(ctx: Ctx, customer_id: number, code: string): Promise<SavedAddress[]> {
  return inTransaction(ctx, async (ctx) => {
    await lockBook(ctx, customer_id);
    const row = await ctx.sql
      .selectFrom("fulfilment.addresses")
      .select("id")
      .where("customer_id", "=", customer_id)
      .where("code", "=", code)
      .executeTakeFirst();
    if (!row) throw notThere();
    await nameDefault(ctx, customer_id, row.id);
    return addressBook(ctx, customer_id);
  });
}

/** The newest of the others becomes the default where the default goes. Answers what was taken out. Throws not_found. */
export async function removeAddress(ctx: Ctx, customer_id: number, code: string): Promise<SavedAddress> {
  return inTransaction(ctx, async (ctx) => {
    await lockBook(ctx, customer_id);
    const removed = named(await addressBook(ctx, customer_id), code);
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
    if (!next) await forgetAddressBook(ctx, customer_id);
    else if (removed.is_default) await nameDefault(ctx, customer_id, next.id);
    return removed;
  });
}

/** The book with all its addresses: for who erases an account. Safe to repeat. */
export async function forgetAddressBook(ctx: Ctx, customer_id: number): Promise<void> {
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

function shown({ code, receiver_name, receiver_phone, is_confirmed, address, ...row }: Row): SavedAddress {
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
function named(book: readonly SavedAddress[], code: string): SavedAddress {
  const found = book.find(({ id }) => id === code);
  if (!found) throw notThere();
  return found;
}

/** Locks the book. */
async function lockBook(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`select from fulfilment.address_books where customer_id = ${customer_id} for update`.execute(ctx.sql);
}

async function nameDefault(ctx: Ctx, customer_id: number, default_address: number): Promise<void> {
  await ctx.sql
    .updateTable("fulfilment.address_books")
    .set({ default_address })
    .where("customer_id", "=", customer_id)
    .execute();
}

const notThere = () => new ShopError("not_found", { message_key: "data_not_found" });
