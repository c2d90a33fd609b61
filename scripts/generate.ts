/** `npm run generate -- --products N`: a generated catalogue. `--help` says what it does. */
import { withDatabase } from "server/start/command.ts";
import { typedWords } from "./commands/command-line.ts";
import { generateCommand, help, options } from "./commands/generate.ts";

const words = typedWords({ help, options, runs_bare: false });
await withDatabase(process.env, async (sql) => {
  const said = (line: string) => process.stderr.write(line);
  process.exitCode = await generateCommand(sql, words, said);
});
