/**
 * `bin/bench [part] [figures] [--seconds N]`: how much work the shop does per CPU-second, each figure beside its baseline of
 * the same run. Without a part it runs all short suites, in under ten minutes. Parts: pages, json, writes, search, scale [sizes], load-test [minutes],
 * office, chats [CHATS], faults [PAYMENTS] [SEED], drivers [--runs N], bypasses [--runs N], compare REV [--runs N].
 * Only ratios within one run can be compared, and differences under 15 % are noise. docs/performance.md explains how to read them.
 */
import { readArguments, UsageError, usageOf, wholeNumber } from "../scripts/commands/command-line.ts";
import { benchChats } from "./chats.ts";
import { compareWith } from "./compare.ts";
import { residentBytes } from "./cpu.ts";
import { type Shop, withShop } from "./environment.ts";
import { benchJson } from "./json.ts";
import { benchLoadTest } from "./load-test.ts";
import { benchOffice } from "./office.ts";
import { benchBypasses } from "./packages/bypasses.ts";
import { benchDrivers } from "./packages/drivers.ts";
import { benchPages } from "./pages.ts";
import { benchFaults } from "./payments/faults.ts";
import { benchScale } from "./scale.ts";
import { printSearchQuality, printSearchSets } from "./search/quality.ts";
import { formatMegabytes, printLine } from "./table.ts";
import { benchWrites } from "./writes.ts";

const DEFAULT_PRODUCT_COUNT = 10_000;
const help = `What the shop does with a CPU-second, beside baselines of the same run (docs/performance.md)

  bin/bench [PART] [--seconds 5]
  bin/bench --list          names the parts and runs none

Without a part: all short suites, in under ten minutes.
`;
const parts = `pages            the site's pages
json             calls that read
writes           calls that write
office           the office's pages, beside their bare statements
chats [CHATS]    memory and delay of open chats (1000)
search           what searches find, against judgements and beside other ways to search
scale [SIZES]    how answers grow with the catalogue (1000 10000 100000)
load-test [MINUTES]  virtual users who shop (10)
faults [PAYMENTS] [SEED]  payments with a fault each through the sandbox gateway, into docs/faults.md (1000)
drivers          the shop's statements by pg and by postgres, by interleaved runs (--runs 9)
bypasses [PRODUCTS]  what reaching into packages gains, one by one (1000; --runs 9)
compare REV      this tree beside an earlier commit, by interleaved runs (--runs 9)
`;
const options = {
  seconds: { type: "string", default: "5" },
  runs: { type: "string", default: "9" },
  list: { type: "boolean", default: false },
} as const;

const { part, figures, seconds, runs, listOnly } = read();

if (listOnly) {
  process.stdout.write(parts);
  process.exit(0);
}
switch (part) {
  case "all":
    await runShortSuites(["pages", "json", "writes"]);
    await printSearchQuality();
    await benchScale([1_000, 10_000], seconds);
    break;
  case "pages":
  case "json":
  case "writes":
    await runShortSuites([part]);
    break;
  case "office":
    // The office's pages show no products yet, so the catalogue is empty.
    await withShop(0, (environment, shop) => benchOffice(environment, shop, seconds));
    break;
  case "chats":
    await withShop(0, (environment, shop) =>
      benchChats(environment, shop, figure("CHATS", figures[0] ?? "1000", 2_000)),
    );
    break;
  case "search":
    await printSearchQuality();
    printLine("");
    await printSearchSets();
    break;
  case "scale":
    await benchScale(
      figures.length > 0 ? figures.map((size) => figure("SIZES", size, 10_000_000)) : [1_000, 10_000, 100_000],
      seconds,
    );
    break;
  case "load-test":
  case "rush": // its name before version 1.1: scripts/persisted-names.ts
    await benchLoadTest(figure("MINUTES", figures[0] ?? "10", 24 * 60));
    break;
  case "drivers":
    await benchDrivers(1_000, runs, seconds);
    break;
  case "bypasses":
    await benchBypasses(figure("PRODUCTS", figures[0] ?? "1000", 1_000_000), runs);
    break;
  case "faults":
    benchFaults(figure("PAYMENTS", figures[0] ?? "1000", 100_000), figures[1] ?? "bench");
    break;
  case "compare":
    if (figures[0]) await compareWith(figures[0], runs, seconds);
    else exitWithUsage(new UsageError("Name the commit: bin/bench compare REV"));
    break;
  default:
    exitWithUsage(new UsageError(`There is no part "${part}".`));
}

function read() {
  try {
    const { values, positionals } = readArguments(process.argv.slice(2), options, Number.POSITIVE_INFINITY);
    const [part = "all", ...figures] = positionals;
    const [seconds, runs] = [
      wholeNumber("--seconds", values.seconds, 1, 3600),
      wholeNumber("--runs", values.runs, 1, 99),
    ];
    return { part, figures, seconds, runs, listOnly: values.list };
  } catch (error) {
    return exitWithUsage(error);
  }
}

function figure(name: string, text: string, max: number): number {
  try {
    return wholeNumber(name, text, 1, max);
  } catch (error) {
    return exitWithUsage(error);
  }
}

function exitWithUsage(error: unknown): never {
  process.stderr.write(usageOf(error, `${help}\n${parts}`));
  process.exit(2);
}

async function runShortSuites(parts: readonly ("pages" | "json" | "writes")[]): Promise<void> {
  const suites = { pages: benchPages, json: benchJson, writes: benchWrites };
  await withShop(DEFAULT_PRODUCT_COUNT, async (environment, shop) => {
    for (const each of parts) {
      await suites[each](environment, shop, seconds);
      printLine("");
    }
    printSummary(shop);
  });
}

function printSummary({ first_answer_ms, pid }: Shop): void {
  printLine(
    `From main.ts to the first page: ${Math.round(first_answer_ms)} ms; memory after this load: ${formatMegabytes(residentBytes(pid))}`,
  );
  printLine("");
}
