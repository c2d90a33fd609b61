/** The books agree: db/integrity.sql answers nothing. Reads only. rules/platform#integrity */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Sql } from "./sql.ts";

const questions = readFileSync(join(import.meta.dirname, "../../db/integrity.sql"), "utf8").replace(/;\s*$/, "");

export type Fault = { fault: string; about: string };

export async function integrityViolations(db: Sql): Promise<Fault[]> {
  const { rows } = await sql.raw<Fault>(questions).execute(db);
  return rows;
}
