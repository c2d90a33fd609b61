/** Starts the shop. Nothing of it is imported before the compile cache is set up. */
import { enableCodeCache } from "server/kernel/compile-cache.ts";

enableCodeCache();
const { openShop } = await import("./open.ts");
await openShop();
