/** Starts the shop. What the process is told comes before anything of the shop is imported. */
import { setFlagsFromString } from "node:v8";
import { keepCompiled } from "server/compiled.ts";

// A page leaves much behind that is soon garbage: without this the heap grows to four times what lives in it before
// anybody looks. decisions/0122-memory.md
setFlagsFromString("--heap-growing-percent=60");
keepCompiled();
const { openShop } = await import("./open.ts");
await openShop();
