/** `npm run integrity`: do stock, orders, payments and refunds agree? One line per defect, exit code 1 when there is one. */
import { integrityViolations } from "server/database/integrity.ts";
import { withDatabase } from "server/start/command.ts";
import { ownOptions } from "./commands/command-line.ts";

ownOptions(
  `Do stock, orders, payments and refunds agree?

  npm run integrity

One line a fault. Exit codes: 0 they agree, 1 they do not, 2 not understood.
`,
  {},
);

await withDatabase(process.env, async (sql) => {
  const found = await integrityViolations(sql);
  for (const { fault, about } of found) process.stdout.write(`${fault}: ${about}\n`);
  if (found.length === 0) process.stdout.write("The books agree.\n");
  process.exitCode = found.length === 0 ? 0 : 1;
});
