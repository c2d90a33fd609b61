/** Fills an empty shop with the demo shop, with what of it this configuration wants. Answers whether it did. */
import { seed } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { type Config, demoOf } from "../kernel/config.ts";
import type { Log } from "../kernel/log.ts";

export function fillWithDemo(sql: Sql, config: Config, log: Log): Promise<boolean> {
  const { withOrders, ...options } = demoOf(config);
  const load = async () => {
    const shop = await import("../seeds.ts");
    return withOrders ? { ...shop, seeds: [...shop.seeds, ...shop.orderSeeds({ config, log })] } : shop;
  };
  return seed(sql, log, { load, ...options });
}
