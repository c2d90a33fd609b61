/** Starts the shop. Nothing of it is imported before it is said that what is compiled is kept. */
import { keepCompiled } from "server/compiled.ts";

keepCompiled();
const { openShop } = await import("./open.ts");
await openShop();
