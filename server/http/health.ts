/**
 * The probes of load balancers. /healthz: the process is alive. /readyz: it can take requests, that is, the database responds
 * and has every migration of this version, and the process is not draining. Both work during maintenance.
 */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { readMigrations } from "../database/migrate.ts";

const DATABASE_TIMEOUT_MS = 2_000;

export type Health = { mount(app: FastifyInstance): void; startDraining(): void };

export function health(pool: Pick<pg.Pool, "query">): Health {
  const known = readMigrations().map((migration) => migration.name);
  let draining = false;

  /** Undefined when ready, else a one-word reason for the operator; never the text of an error. */
  async function notReadyReason(): Promise<string | undefined> {
    if (draining) return "draining";
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<"late">((settle) => {
      timer = setTimeout(settle, DATABASE_TIMEOUT_MS, "late");
    });
    try {
      const applied = await Promise.race([timeout, pool.query<{ name: string }>("select name from kernel.migrations")]);
      if (applied === "late") return "database";
      const names = new Set(applied.rows.map((row) => row.name));
      return known.every((name) => names.has(name)) ? undefined : "migrations";
    } catch {
      return "database"; // the pool logs the error; the probe needs only the state
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    mount(app) {
      app.get("/healthz", async (_request, reply) =>
        reply.header("cache-control", "no-store").send({ status: "alive" }),
      );
      app.get("/readyz", async (_request, reply) => {
        const reason = await notReadyReason();
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
