/** Banks an account can be with; a wallet is none. data: banks.json, from the list of NAPAS members. */
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";

type Source = { bin: string; code: string; short_name: string; name: string; type: string; order: number };

export const seedPayments: Seeder = async (db) => {
  const { banks } = demoData<{ banks: Source[] }>("payments/banks.json");
  const rows = banks
    .filter(({ type }) => type !== "wallet")
    .map(({ bin, code, short_name, name, order }) => ({ bin, code, short_name, name, position: order }));
  await db.insertInto("payments.banks").values(rows).execute();
};
