/**
 * API keys: `Authorization: Bearer mtk_…`. A key acts for who made it, has what its scope names as long as its maker has
 * it too, and ends with its maker. The database holds the hash of its secret. rules/staff#keys
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { ApiKey } from "contract/staff/keys.ts";
import { type Permission, permissions } from "contract/staff/permissions.ts";
import { neverOfKeys, secondPersonForKeys } from "contract/staff/rights.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { secondPerson } from "../kernel/second-person.ts";
import type { Grant, StaffSession } from "../kernel/staff.ts";
import { setting } from "../platform/settings.ts";
import { actingAccount, changingRights, grantsIn, type HeldJson, heldAccount, heldColumns } from "./held.ts";
import { noteStaffEvent } from "./history.ts";
import { hashOf } from "./sessions.ts";

const PREFIX = "mtk_";
const SECRET_BYTES = 32;
const HINT_LENGTH = PREFIX.length + 4;
const MAX_TOKEN_LENGTH = 100;
const MINUTE_MS = 60_000;
const FAR = new Date("9999-12-31T00:00:00Z");

export const isKeyToken = (token: string): boolean => token.startsWith(PREFIX);

const includes = (list: readonly Permission[], name: Permission): boolean => list.includes(name);

/** What its maker has of the key's scope, and of the maker's places those the key names. */
function grantsOfKey(held: HeldJson, scopes: readonly Permission[], warehouses: readonly string[] | null): Grant[] {
  const named = grantsIn(held).filter(({ name }) => scopes.includes(name) && !includes(neverOfKeys, name));
  if (warehouses === null) return named;
  return named.flatMap((grant): Grant[] => {
    if (grant.at === "everywhere") return [{ ...grant, at: { warehouses } }];
    if (!("warehouses" in grant.at)) return [];
    const own = grant.at.warehouses;
    const left = own === "all" ? warehouses : warehouses.filter((code) => own.includes(code));
    return left.length > 0 ? [{ ...grant, at: { warehouses: left } }] : [];
  });
}

type Living = HeldJson & {
  id: number;
  account_id: number;
  scopes: Permission[];
  key_warehouses: string[] | null;
  last_used_at: Date | null;
  expires_at: Date | null;
};

/** The key at work; its use is noted to the minute. */
export async function findKey(ctx: Ctx, token: string): Promise<StaffSession | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const { rows } = await sql<Living>`
    select k.id, k.account_id, k.scopes, k.warehouses as key_warehouses, k.last_used_at, k.expires_at, ${heldColumns}
    from staff.api_keys k join staff.accounts a on a.id = k.account_id
    where k.secret_hash = ${hashOf(token)} and k.ended_at is null and (k.expires_at is null or k.expires_at > ${ctx.now})
      and a.state = 'active'`.execute(ctx.sql);
  const key = rows[0];
  if (!key) return null;
  if (!key.last_used_at || ctx.now.getTime() - key.last_used_at.getTime() >= MINUTE_MS) {
    await ctx.sql.updateTable("staff.api_keys").set({ last_used_at: ctx.now }).where("id", "=", key.id).execute();
  }
  const grants = grantsOfKey(key, key.scopes, key.key_warehouses);
  const ends = key.expires_at ?? FAR;
  return {
    caller: `key ${key.id}`,
    account_id: key.account_id,
    session_id: null,
    grants,
    permissions: [...new Set(grants.map(({ name }) => name))],
    must_set_factor: false,
    proved_until: null,
    last_used_at: ctx.now,
    idle_ends_at: ends,
    expires_at: ends,
  };
}

type Row = Omit<ApiKey, "made_at" | "expires_at" | "last_used_at" | "state"> & {
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  ended_at: Date | null;
};

async function read(ctx: Ctx, which: RawBuilder<unknown>): Promise<ApiKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.hint, k.scopes, k.warehouses, a.full_name as made_by, k.created_at, k.expires_at, k.last_used_at,
      k.ended_at
    from staff.api_keys k join staff.accounts a on a.id = k.account_id
    where ${which} order by k.ended_at is not null, k.id desc limit 200`.execute(ctx.sql);
  return rows.map(({ created_at, ended_at, ...row }) => ({
    ...row,
    made_at: created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    state: ended_at ? "ended" : row.expires_at && row.expires_at <= ctx.now ? "expired" : "active",
  }));
}

export async function listKeys(ctx: Ctx) {
  const id = await actingAccount(ctx);
  const held = id === null ? [] : grantsIn(await heldAccount(ctx, id)).map(({ name }) => name);
  const possible = permissions.filter((name) => held.includes(name) && !includes(neverOfKeys, name));
  return {
    keys: await read(ctx, sql`true`),
    possible,
    needs_second_person: possible.filter((name) => includes(secondPersonForKeys, name)),
  };
}

type Wanted = {
  name: string;
  scopes: Permission[];
  warehouses: string[] | null;
  days: number | null;
  reason?: string | undefined;
};

/** Throws forbidden_scope for what no key may hold, or its maker does not; SecondPersonNeeded; invalid. */
export async function makeKey(ctx: Ctx, wanted: Wanted): Promise<{ key: ApiKey; secret: string }> {
  const scopes = [...new Set(wanted.scopes)];
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  if (wanted.warehouses !== null) {
    const known = (await setting(ctx, "warehouses")).map(({ code }) => code);
    if (wanted.warehouses.some((code) => !known.includes(code)))
      throw new ShopError("invalid", { fields: { warehouses: [{ key: "place_unknown" }] } });
  }
  const id = await changingRights(ctx, "keys:manage", async (tx) => {
    const account_id = await actingAccount(tx);
    if (account_id === null) throw new ShopError("forbidden"); // a key is always a person's
    const has = new Set(grantsIn(await heldAccount(tx, account_id)).map(({ name }) => name));
    if (scopes.some((name) => includes(neverOfKeys, name) || !has.has(name)))
      throw new ShopError("forbidden_scope", { fields: { scopes: [{ key: "forbidden_scope" }] } });
    const guarded = scopes.filter((name) => includes(secondPersonForKeys, name));
    const { name, warehouses, days, reason } = wanted;
    if (guarded.length > 0) {
      // Its secret is shown to who makes it: the request is theirs alone, and they make the key once it is approved.
      await secondPerson(tx, {
        kind: "api_key",
        subject: `key:${account_id}:${name}`,
        label: name,
        figures: [
          { name: "scopes", before: null, after: [...scopes].sort().join("\n") },
          { name: "warehouses", before: null, after: warehouses && [...warehouses].sort().join(", ") },
          { name: "days", before: null, after: days === null ? null : String(days) },
        ],
        needs: "keys:manage",
      });
    }
    const made = await tx.sql
      .insertInto("staff.api_keys")
      .values({
        account_id,
        name,
        hint: `${secret.slice(0, HINT_LENGTH)}…`,
        secret_hash: hashOf(secret),
        scopes,
        warehouses,
        created_at: tx.now,
        expires_at: days === null ? null : new Date(tx.now.getTime() + days * 86_400_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await noteStaffEvent(tx, "key_made", { account_id, after: { name, scopes, warehouses }, reason });
    return made.id;
  });
  return { key: await keyById(ctx, id), secret };
}

async function keyById(ctx: Ctx, id: number): Promise<ApiKey> {
  const [key] = await read(ctx, sql`k.id = ${id}`);
  if (!key) throw new ShopError("not_found");
  return key;
}

/** At once. Safe to repeat. Throws not_found. */
export async function endKey(ctx: Ctx, id: number): Promise<ApiKey> {
  await changingRights(ctx, "keys:manage", async (tx) => {
    const { name } = await keyById(tx, id);
    const ended = await tx.sql
      .updateTable("staff.api_keys")
      .set({ ended_at: tx.now })
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .returning("account_id")
      .executeTakeFirst();
    if (ended) await noteStaffEvent(tx, "key_ended", { account_id: ended.account_id, before: { name } });
  });
  return keyById(ctx, id);
}
