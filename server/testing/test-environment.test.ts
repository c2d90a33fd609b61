import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { templateSources } from "./test-environment.ts";

test("the template is made again when a migration, demo data, a seeder or what a seeder imports changes", () => {
  const cwd = resolve(import.meta.dirname, "../..");
  const files = ["db/migrations/*.sql", "db/data/**/*.json", "server/*/seed*.ts"].map((one) =>
    // No template has the demo's orders.
    globSync(one, { cwd, exclude: ["**/*.test.ts", "**/seed-orders.ts"] }),
  );
  expect(files.map((found) => found.length > 5)).toEqual([true, true, true]);
  const imported = ["server/catalogue/seed-terms.ts", "server/catalogue/import/writing/insert-rows.ts"];
  const far = ["server/database/demo-data.ts", "contract/values/locale.ts", "server/fulfilment/admin-units.json.gz"];
  expect([...templateSources()]).toEqual(expect.arrayContaining([...files.flat(), ...imported, ...far]));
});
