/**
 * The demo shop, domain by domain, in the order in which they refer to each other. A seeder writes only its own schema
 * (it may read those before it), runs inside the one transaction of server/database/seed.ts and opens none of its own.
 */
import type { Kysely } from "kysely";
import type { DB } from "../tables.ts";
import { seedCatalogue } from "./catalogue.ts";
import { seedContent } from "./content.ts";
import { seedFulfilment } from "./fulfilment.ts";
import { seedAddressBooks } from "./fulfilment/address-books.ts";
import { seedAccounts } from "./identity.ts";
import { seedPayments } from "./payments.ts";
import { seedPromotions } from "./promotions.ts";
import { seedSettings } from "./settings.ts";
import { seedStores } from "./stores.ts";

export type SeedContext = {
  /** What is built: entries of the data whose `needs` name anything else are left out. */
  needs: ReadonlySet<string>;
  /** Dates in the data that are relative (a flash sale of today) count from here. */
  now: Date;
  /** Never in production: the demo accounts get a public password. */
  demo: boolean;
};
export type Seeder = (sql: Kysely<DB>, context: SeedContext) => Promise<void>;

/** The `needs` tags that are true today; a tag joins with the issue that makes it true. */
export const builtNeeds: ReadonlySet<string> = new Set(["identity"]);

export const seeds: readonly { domain: string; seed: Seeder }[] = [
  { domain: "settings", seed: seedSettings },
  { domain: "identity", seed: seedAccounts },
  { domain: "catalogue", seed: seedCatalogue },
  { domain: "promotions", seed: seedPromotions },
  { domain: "stores", seed: seedStores },
  { domain: "content", seed: seedContent },
  { domain: "fulfilment", seed: seedFulfilment },
  { domain: "fulfilment", seed: seedAddressBooks },
  { domain: "payments", seed: seedPayments },
];
