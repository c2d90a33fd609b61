/**
 * Carts as they are stored: whose, with which lines and choices. One cart of each kind per owner, and the owner is all
 * that leads to it: there is no look-up by cart_id. Spec §3 Cart; rules/cart#ownership
 */
import { randomBytes } from "node:crypto";
import type { CompanyInvoice, cartKinds, LineKind } from "contract/cart/cart.ts";
import { ShopError } from "contract/errors.ts";
import type { Address } from "contract/fulfilment/fulfilment.ts";
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { Dong } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { sql } from "kysely";
import { PassedOn, writeOrPassOn } from "../identity/accounts/late-writes.ts";
import { successorOf } from "../identity/sessions.ts";
import type { Ctx, Session } from "../kernel/context.ts";

export type CartKind = (typeof cartKinds)[number];

/** A customer's cart belongs to the customer, a visitor's to the session. */
export type CartOwner = { session_id: number; customer_id: null } | { session_id: null; customer_id: number };

export type CartRef = {
  owner: CartOwner;
  kind: CartKind;
  /** The session was opened by this very request, so there is most likely no cart yet, and no other request to open one. */
  is_first?: boolean;
};

export type StoredLine = {
  key: string;
  kind: LineKind;
  variant_id: number;
  quantity: number;
  selected: boolean;
  price_seen: Dong;
  price_before: Dong | null;
};

export type StoredCart = {
  id: number;
  cart_id: string;
  customer_id: number | null;
  shipping_method: string | null;
  payment_method: string | null;
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  address: Address | null;
  company_invoice: CompanyInvoice | null;
  note: string;
  points: Points;
  placed_order: string | null;
  placed_hash: Buffer | null;
  lines: StoredLine[];
  codes: ChosenCode[];
  gift_cards: EnteredCard[];
};

/** A gift card in a cart, in the order of entry. */
export type EnteredCard = { key: string; card_id: number; code_end: string };

/** The code that stands in a slot of a cart. */
export type ChosenCode = { slot: CodeSlot; code_id: number };

export function ownerOf(session: Session): CartOwner {
  return session.customer_id === null
    ? { session_id: session.id, customer_id: null }
    : { session_id: null, customer_id: session.customer_id };
}

const cartColumns = sql`c.id, c.cart_id, c.customer_id, c.shipping_method, c.payment_method, c.receiver_name, c.receiver_phone, c.receiver_email,
  c.address, c.company_invoice, c.note, c.points, c.placed_order, c.placed_hash,
  coalesce((select jsonb_agg(jsonb_build_object('slot', k.slot, 'code_id', k.code_id) order by k.slot)
    from cart.codes k where k.cart = c.id), '[]') as codes,
  coalesce((select jsonb_agg(jsonb_build_object('key', g.key, 'card_id', g.card_id, 'code_end', x.code_end) order by g.position)
    from cart.gift_cards g join loyalty.gift_cards x on x.id = g.card_id where g.cart = c.id), '[]') as gift_cards`;

/** What a line that was just written is answered as: StoredLine. */
export const lineColumns = sql`key, kind, variant_id, quantity, selected, price_seen, price_before`;

/** The cart with its lines, oldest first, in one statement; null when nothing was ever put into it. */
export async function findCart(ctx: Ctx, { owner, kind }: CartRef): Promise<StoredCart | null> {
  const { rows } = await sql<StoredCart>`
    select ${cartColumns},
      coalesce((select jsonb_agg(jsonb_build_object('key', l.key, 'kind', l.kind, 'variant_id', l.variant_id, 'quantity', l.quantity,
          'selected', l.selected, 'price_seen', l.price_seen, 'price_before', l.price_before) order by l.id)
        from cart.lines l where l.cart = c.id), '[]') as lines
    from cart.carts c where ${isOwned(owner)} and c.kind = ${kind}`.execute(ctx.sql);
  return rows[0] ?? null;
}

/** As above, with the cart's row locked first, so that what is read stays so until the transaction ends. */
export async function lockOwnCart(ctx: Ctx, ref: CartRef): Promise<StoredCart | null> {
  // Locks the cart: the first lock of every transaction that takes one.
  await sql`select from cart.carts c where ${isOwned(ref.owner)} and c.kind = ${ref.kind} for update`.execute(ctx.sql);
  return findCart(ctx, ref);
}

/** As above. Throws conflict, PassedOn, where the visitor has signed in meanwhile. */
export async function lockCart(ctx: Ctx, ref: CartRef): Promise<StoredCart | null> {
  const cart = await lockOwnCart(ctx, ref);
  if (cart || ref.owner.session_id === null) return cart;
  const heir = await successorOf(ctx, ref.owner.session_id);
  if (heir !== null) throw new PassedOn(heir);
  return null;
}

/** The caller's cart, opened when there is none, and locked. Throws as above, or conflict where the session is gone. */
export async function openCart(ctx: Ctx, ref: CartRef): Promise<StoredCart> {
  const { owner, kind } = ref;
  const target = owner.customer_id === null ? sql.ref("session_id") : sql.ref("customer_id");
  // A visitor's session is locked against a sign-in at this moment, which moves what it finds: session, then cart.
  const values =
    owner.customer_id === null
      ? sql`select ${newCartId()}::text, ${kind}::text, id, null::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
          from identity.sessions where id = ${owner.session_id} and retired_at is null for share`
      : sql`values (${newCartId()}, ${kind}, null::bigint, ${owner.customer_id}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)`;
  // Locks the cart: `do update` waits for and locks the row that is there.
  const { rows } = await sql<StoredCart & { is_new: boolean }>`
    insert into cart.carts as c (cart_id, kind, session_id, customer_id, created_at, updated_at) ${values}
    on conflict (${target}, kind) do update set updated_at = excluded.updated_at
    returning ${cartColumns}, '[]'::jsonb as lines, xmax = 0 as is_new`.execute(ctx.sql);
  if (rows.length === 0) {
    const heir = owner.session_id === null ? null : await successorOf(ctx, owner.session_id);
    throw heir === null ? new ShopError("conflict", { retry_after_seconds: 1 }) : new PassedOn(heir);
  }
  // The lines of one that was there are read after the lock, or they might be those of before the wait.
  const cart = rows[0]?.is_new ? rows[0] : await findCart(ctx, ref);
  if (!cart) throw new Error("a cart that was opened is there");
  return cart;
}

type FirstLine = Pick<StoredLine, "variant_id" | "quantity" | "price_seen">;

/** A new session's cart with its first line, by one statement instead of four. Null, and nothing done, when there is one. */
export async function beginCart(ctx: Ctx, { owner, kind }: CartRef, line: FirstLine): Promise<StoredCart | null> {
  const { rows } = await sql<StoredCart>`
    with opened as (
      insert into cart.carts as c (cart_id, kind, session_id, customer_id, created_at, updated_at)
      values (${newCartId()}, ${kind}, ${owner.session_id}, ${owner.customer_id}, ${ctx.now}, ${ctx.now})
      on conflict do nothing returning ${cartColumns}),
    first as (
      insert into cart.lines (cart, key, variant_id, quantity, price_seen, added_at)
      select id, ${newLineKey()}, ${line.variant_id}, ${line.quantity}, ${line.price_seen}, ${ctx.now} from opened
      returning ${lineColumns})
    select opened.*, jsonb_build_array(to_jsonb(first)) as lines from opened, first`.execute(ctx.sql);
  return rows[0] ?? null;
}

/**
 * Runs a write on the cart; where its visitor has signed in since the request came, on the cart of the customer. `hide`
 * then makes the answer: the request carried a visitor's token, and sees nothing of what the customer has.
 */
export async function writeCart<Answer>(
  ctx: Ctx,
  ref: CartRef,
  write: (ref: CartRef) => Promise<Answer>,
  hide: (answer: Answer) => Answer,
): Promise<Answer> {
  const passedOn = (customer_id: number) => write({ ...ref, owner: { session_id: null, customer_id } }).then(hide);
  return writeOrPassOn(ctx, "cart", () => write(ref), passedOn);
}

/**
 * The selected lines have become an order and leave; the rest stays under a new name, for the old one is the order's now.
 * The cart is locked by the caller.
 */
export async function leaveCart(
  ctx: Ctx,
  cart: StoredCart,
  placed: { order_code: string; hash: Buffer },
): Promise<void> {
  await ctx.sql.deleteFrom("cart.lines").where("cart", "=", cart.id).where("selected", "=", true).execute();
  if (cart.codes.length > 0) await ctx.sql.deleteFrom("cart.codes").where("cart", "=", cart.id).execute();
  if (cart.gift_cards.length > 0) await ctx.sql.deleteFrom("cart.gift_cards").where("cart", "=", cart.id).execute();
  await ctx.sql
    .updateTable("cart.carts")
    .set({
      cart_id: newCartId(),
      placed_order: placed.order_code,
      placed_hash: placed.hash,
      note: "",
      points: 0,
      updated_at: ctx.now,
    })
    .where("id", "=", cart.id)
    .execute();
}

function newCartId(): string {
  return randomBytes(16).toString("base64url");
}

/** The line that `product_id` means on the wire; a gift of the same variant is not meant. */
export function boughtLine(cart: Pick<StoredCart, "lines">, variant_id: number): StoredLine | undefined {
  return cart.lines.find((line) => line.kind === "bought" && line.variant_id === variant_id);
}

/** Gifts go along with what is bought, and are never an order by themselves. */
export function isBought({ kind, selected }: Pick<StoredLine, "kind" | "selected">): boolean {
  return kind === "bought" && selected;
}

export function newLineKey(): string {
  return randomBytes(6).toString("base64url");
}

function isOwned(owner: CartOwner) {
  return owner.customer_id === null
    ? sql<boolean>`c.session_id = ${owner.session_id}`
    : sql<boolean>`c.customer_id = ${owner.customer_id}`;
}

/** Reaction to person_erased: whatever they meant to buy, and what they typed on the way. */
export async function eraseCarts(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("cart.carts").where("customer_id", "=", customer_id).execute();
}
