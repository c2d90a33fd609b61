/** A process of its own that works one run, for the test that ends it half way: `node test-worker.ts URL RUN`. */
import { openDatabase } from "../database/sql.ts";
import { requestContext } from "../http/request-context.ts";
import { loadConfig } from "../kernel/config.ts";
import { createLog } from "../kernel/log.ts";
import { announce } from "../reactions.ts";
import { settings } from "../settings.ts";
import { workBulk } from "./bulk-work.ts";

const [, , url = "", run = "", now = ""] = process.argv;
const { sql, close } = openDatabase(url, { max: 2 });
const config = loadConfig({ ...process.env, NODE_ENV: "test" });
const log = createLog({ level: "error", format: "text" });
const base = { sql, config, log, announce, settings, clock: () => new Date(now) };
const { ctx } = requestContext(base, {
  token: undefined,
  actor: "system",
  locale: "vi",
  client: "test",
  request_id: "test",
});
process.stdout.write("working\n");
await workBulk(ctx, { run: Number(run) });
await close();
