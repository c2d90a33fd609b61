/** Starts the shop. Nothing of it is imported before it is said that what is compiled is kept. */
import { keepCompiled } from "server/kernel/compile-cache.ts";

keepCompiled();
const { openShop } = await import("./open.ts");
await openShop();
