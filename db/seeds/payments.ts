/** Banks an account can be with; a wallet is none. data: banks.json, from the list of NAPAS members. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Seeder } from "./seeds.ts";

type Source = { bin: string; code: string; short_name: string; name: string; type: string; order: number };

export const seedPayments: Seeder = async (db) => {
  const file = join(import.meta.dirname, "payments", "banks.json");
  const { banks } = JSON.parse(readFileSync(file, "utf8")) as { banks: Source[] };
  const rows = banks
    .filter(({ type }) => type !== "wallet")
    .map(({ bin, code, short_name, name, order }) => ({ bin, code, short_name, name, position: order }));
  await db.insertInto("payments.banks").values(rows).execute();
};
