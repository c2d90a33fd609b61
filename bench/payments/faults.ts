/**
 * `bin/bench faults [PAYMENTS] [SEED]`: payments through the sandbox gateway with a fault each, and the rates at which ipns
 * are taken. It is the test of server/payments/faults.test.ts, longer, and writes docs/faults.md.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultRun } from "../../server/payments/test-faults.ts";
import type { IpnRates } from "../../server/payments/test-rates.ts";
import { formatInteger, printLine } from "../table.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Exits with an error where a ledger differs. */
export function benchFaults(payments: number, seed: string): void {
  const folder = mkdtempSync(join(tmpdir(), "faults-"));
  const began = performance.now();
  const run = reported<FaultRun>(folder, "server/payments/faults.test.ts", {
    FAULT_PAYMENTS: String(payments),
    FAULT_SEED: seed,
  });
  const seconds = (performance.now() - began) / 1000;
  const rates = reported<IpnRates>(folder, "server/payments/rates.test.ts", { FAULT_DUPLICATES: "5000" });
  rmSync(folder, { recursive: true });
  const text = page(run, rates, { payments, seed, seconds });
  writeFileSync(join(ROOT, "docs/faults.md"), text);
  printLine(text);
  if (run.problems.length + run.violations.length > 0) process.exitCode = 1;
}

function reported<T>(folder: string, file: string, env: Record<string, string>): T {
  const report = join(folder, "report.json");
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", "vitest.config.ts", "--root", ".", file],
    { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env, FAULT_REPORT: report } },
  );
  if (status !== 0) printLine(`${file} ended with ${status}: what it found stands below, where it came so far.`);
  return JSON.parse(readFileSync(report, "utf8")) as T;
}

type Wanted = { payments: number; seed: string; seconds: number };

function page(run: FaultRun, rates: IpnRates, { payments, seed, seconds }: Wanted): string {
  const isClean = run.problems.length + run.violations.length === 0;
  const rows = Object.entries(run.faults).map(([name, count]) => `| ${name} | ${count} |`);
  return `# Payments with a fault each

Written by \`bin/bench faults ${payments} ${seed}\`. Each payment goes through the sandbox gateway with a fault of its vendor, an
outcome drawn from the seed, now and then a second attempt or a cancelled order. At the end what is to go back is sent back, the
gateway compares its ledger with our books, and \`db/integrity.sql\` is asked.

| | |
|---|---|
| payments | ${formatInteger(run.payments)} |
| attempts that money came by | ${formatInteger(run.paid)} |
| ipns and returns stored | ${formatInteger(run.ipns)} |
| refunds that went back | ${formatInteger(run.refunded)} |
| attempts flagged for a person | ${formatInteger(run.flagged)} |
| differences between the two ledgers | ${formatInteger(run.problems.length)} |
| violations of the books | ${formatInteger(run.violations.length)} |
| seconds | ${formatInteger(seconds)} |

${isClean ? "Both ledgers agree, no order was confirmed twice, every difference is flagged." : `Found:\n\n\`\`\`json\n${JSON.stringify([...run.problems, ...run.violations], null, 1)}\n\`\`\``}

| fault | payments begun with it |
|---|---|
${rows.join("\n")}

## Rates

The same ipn ${formatInteger(rates.duplicates)} times, ${rates.at_once} at once: ${rates.changed} row of credits, one settlement, ${formatInteger(rates.duplicates_per_cpu_second)} a CPU-second of Node.
Different ipns: ${formatInteger(rates.ipns_per_cpu_second)} a CPU-second of Node (${formatInteger(rates.ipns)} of them).
`;
}
