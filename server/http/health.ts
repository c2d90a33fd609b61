/**
 * What load balancers ask. /healthz: the process lives. /readyz: it should be given visitors, that is, the database
 * answers and has every migration this version knows, and the process is not draining. Both answer through maintenance.
 */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { readMigrations } from "../database/migrate.ts";

const ANSWER_WITHIN_MS = 2_000;

export type Health = { mount(app: FastifyInstance): void; startDraining(): void };

export function health(pool: Pick<pg.Pool, "query">): Health {
  const known = readMigrations().map((migration) => migration.name);
  let draining = false;

  /** Undefined when ready, else the reason in a word for the operator; never an error's own text. */
  async function obstacle(): Promise<string | undefined> {
    if (draining) return "draining";
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<"late">((settle) => {
      late = setTimeout(settle, ANSWER_WITHIN_MS, "late");
    });
    try {
      const applied = await Promise.race([timeout, pool.query<{ name: string }>("select name from kernel.migrations")]);
      if (applied === "late") return "database";
      const names = new Set(applied.rows.map((row) => row.name));
      return known.every((name) => names.has(name)) ? undefined : "migrations";
    } catch {
      return "database"; // the pool reports why; the probe needs only yes or no
    } finally {
      clearTimeout(late);
    }
  }

  return {
    mount(app) {
      app.get("/healthz", async (_request, reply) =>
        reply.header("cache-control", "no-store").send({ status: "alive" }),
      );
      app.get("/readyz", async (_request, reply) => {
        const reason = await obstacle();
        if (reason) reply.code(503).header("retry-after", "5");
        return reply
          .header("cache-control", "no-store")
          .send(reason ? { status: "not ready", reason } : { status: "ready" });
      });
    },
    startDraining() {
      draining = true;
    },
  };
}
