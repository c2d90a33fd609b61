/** Opens the shop in this process, on the database of the bench, to observe the statements of a call or a page. */
import type { CompiledQuery } from "kysely";
import { openDatabase } from "server/database/sql.ts";
import { loadConfig } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { announce } from "server/reactions.ts";
import { settings } from "server/settings.ts";
import type { Statement } from "./baseline.ts";
import type { Environment } from "./environment.ts";

/** `sent` collects each statement, in order; empty it before the call to observe. */
export function observeStatements({ url, data_dir }: Environment) {
  const sent: Statement[] = [];
  const onQuery = (text: string, { parameters }: CompiledQuery) => sent.push({ text, values: parameters });
  const database = openDatabase(url, { max: 2, onQuery });
  const config = loadConfig({ DATA_DIR: data_dir });
  const log = createLog({ level: "fatal", format: "text" });
  return { sent, base: { sql: database.sql, config, log, announce, settings }, close: () => database.close() };
}
