/**
 * Statements that come again are prepared once on each connection (a named statement of the protocol), so neither side
 * reads, plans or describes the same text a thousand times. What comes once is sent as it is: a name costs the server
 * memory on every connection. decisions/0120-statements-prepared-once.md
 */
import { unchecked } from "contract/unchecked.ts";
import { type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type pg from "pg";
import { askAgain, type Shape, shapeOf, waysToPlan } from "../bypass/prepared-driver.ts";

/** Names given at most, and texts remembered before they have one. A shop's own statements number about three hundred. */
const MAX_NAMES = 600;
const MAX_SEEN = 5_000;

/**
 * Begins a statement whose plan is right for any values, but looks dearer to PostgreSQL than one for these, so that it
 * would be planned at each use.
 */
export const plannedOnce = sql.raw("/* generic plan */");

/** Begins a statement whose right plan depends on its values, one word being rare and the next everywhere: never named. */
export const plannedAnew = sql.raw("/* custom plan */");

/** The pool as Kysely sees it; `types` are the pool's. Without `bypass` `pg` reads every answer, and each plan is PostgreSQL's choice. */
export function preparing(pool: pg.Pool, types: pg.CustomTypesConfig, bypass = true): PostgresPool {
  const nameOf = namer();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrapped = (client: pg.PoolClient): PostgresPoolClient => {
    const shapes = new Map<string, Shape>();
    let hasWays = false;
    const prepare = async (name: string, text: string, values: unknown[]) => {
      const isPlannedOnce = says(text, "generic plan");
      if (isPlannedOnce && !hasWays) {
        for (const way of waysToPlan) await client.query(way);
        hasWays = true;
      }
      const answer = await client.query({ name, text, values });
      shapes.set(name, shapeOf(answer.fields, types, isPlannedOnce));
      return answer;
    };
    const ask = (text: string, values: unknown[]) => {
      // Without values it is begin, commit and the like. Cursors, the other thing Kysely might send, it was not given.
      const name = values.length > 0 ? nameOf(text) : undefined;
      if (name === undefined) return client.query(text, values);
      if (!bypass) return client.query({ name, text, values });
      const shape = shapes.get(name);
      return shape ? askAgain(client, name, values, shape) : prepare(name, text, values);
    };
    return {
      // Of its overloads Kysely uses this one.
      query: unchecked<PostgresPoolClient["query"]>(ask),
      release: (destroy) => client.release(destroy),
    };
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      let found = clients.get(client);
      if (!found) {
        found = wrapped(client);
        clients.set(client, found);
      }
      return found;
    },
    end: () => pool.end(),
  };
}

/** A name from the second time on; the same text has the same name on every connection. */
export function namer(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return name;
    if (names.size >= MAX_NAMES || says(text, "custom plan")) return undefined;
    if (seen.delete(text)) {
      const given = `shop_${names.size}`;
      names.set(text, given);
      return given;
    }
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(text);
  };
}

function says(text: string, word: "generic plan" | "custom plan"): boolean {
  return text.trimStart().startsWith(`/* ${word} */`);
}
