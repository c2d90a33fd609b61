/** `npm run generate -- --products N`: an invented catalogue. `--help` says what it does. */
import { withDatabase } from "server/command.ts";
import { generateCommand, help } from "./generate-command.ts";

const words = process.argv.slice(2);
if (words.length === 0 || words.includes("--help")) process.stdout.write(help);
else {
  await withDatabase(process.env, async (sql) => {
    const said = (line: string) => process.stderr.write(line);
    process.exitCode = await generateCommand(sql, words, said);
  });
}
