/** `npm run seed`: fills an empty shop with the demo shop, as the first start does. */
import { createLog } from "../server/kernel/log.ts";
import { withDatabase } from "../server/start/command.ts";
import { fillWithDemo } from "../server/start/demo-shop.ts";
import { ownOptions } from "./commands/command-line.ts";

ownOptions("Fills an empty shop with the demo shop, as the first start does\n\n  npm run seed\n", {});

const fill: Parameters<typeof withDatabase>[1] = async (sql, config) => {
  const log = createLog({ level: config.log_level, format: config.log_format });
  const filled = await fillWithDemo(sql, config, log);
  log.info(filled ? "The demo shop is in place" : "This shop was filled before; nothing was changed");
};
await withDatabase(process.env, fill, { makes_shop: true });
