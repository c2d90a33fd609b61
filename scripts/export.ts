/** `npm run export`: the catalogue as a file the import reads. `--help` says what it does. */
import { typedWords } from "./commands/command-line.ts";
import { exportCommand, help, options } from "./commands/export.ts";
import { asShopkeeper } from "./commands/shopkeeper.ts";

const words = typedWords({ help, options, runs_bare: true });
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error; // `| head` has seen enough
});
process.exitCode = 2; // until the command says otherwise
await asShopkeeper("export", "vi", async (ctx) => {
  process.exitCode = await exportCommand(ctx, words, process.stdout, (text) => process.stderr.write(text));
});
