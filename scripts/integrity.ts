/** `npm run integrity`: do stock, orders, payments and refunds agree? One line a fault, exit code 1 when there is one. */
import { withDatabase } from "server/command.ts";
import { faults } from "server/integrity.ts";

await withDatabase(process.env, async (sql) => {
  const found = await faults(sql);
  for (const { fault, about } of found) process.stdout.write(`${fault}: ${about}\n`);
  if (found.length === 0) process.stdout.write("The books agree.\n");
  process.exitCode = found.length === 0 ? 0 : 1;
});
