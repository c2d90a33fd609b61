/** Starts the shop. Nothing of it is imported before the compile cache is set up. */
import { keepCompiled } from "server/kernel/compile-cache.ts";

keepCompiled();
const { openShop } = await import("./open.ts");
await openShop();
