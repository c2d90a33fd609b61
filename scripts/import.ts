/** `npm run import -- FILE`: products of a file into the shop. `--help` says what it takes. */
import { typedWords } from "./commands/command-line.ts";
import { help, importCommand, options } from "./commands/import.ts";
import { asShopkeeper } from "./commands/shopkeeper.ts";

const words = typedWords({ help, options, runs_bare: false });
let EXIT_CODE: 0 | 1 | 2 = 2; // a database that cannot be reached is "could not run"
await asShopkeeper("import", "vi", async (ctx, log) => {
  try {
    EXIT_CODE = await importCommand(ctx, words, {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
    });
  } catch (error) {
    log.fatal({ err: error }, "The import broke off. What it has taken in stays; run it again to go on.");
  }
});
process.exitCode = EXIT_CODE;
