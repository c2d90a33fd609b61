/**
 * `bin/bench [part] [figures] [--seconds N]`: what the shop does with a CPU-second, each figure beside its floor of the same run.
 * Without a part: all short tables, in under ten minutes. Parts: pages, json, writes, search, scale [sizes], rush [minutes].
 * Only ratios of one run mean anything; gaps under 15 % do not. docs/performance.md says how to read it.
 */
import { parseArgs } from "node:util";
import { residentBytes } from "./cpu.ts";
import { type Shop, withShop } from "./ground.ts";
import { benchJson } from "./json.ts";
import { benchPages } from "./pages.ts";
import { benchRush } from "./rush.ts";
import { benchScale } from "./scale.ts";
import { printSearchQuality } from "./search-quality.ts";
import { megabytes, say } from "./table.ts";
import { benchWrites } from "./writes.ts";

const usual_products = 10_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "5" } },
});
const [part = "all", ...figures] = positionals;
const seconds = Number(values.seconds);

switch (part) {
  case "all":
    await short(["pages", "json", "writes"]);
    await printSearchQuality();
    await benchScale([1_000, 10_000], seconds);
    break;
  case "pages":
  case "json":
  case "writes":
    await short([part]);
    break;
  case "search":
    await printSearchQuality();
    break;
  case "scale":
    await benchScale(figures.length > 0 ? figures.map(Number) : [1_000, 10_000, 100_000], seconds);
    break;
  case "rush":
    await benchRush(Number(figures[0] ?? 10));
    break;
  default:
    say(`There is no part "${part}". Parts: pages, json, writes, search, scale [sizes], rush [minutes].`);
    process.exitCode = 2;
}

async function short(parts: readonly ("pages" | "json" | "writes")[]): Promise<void> {
  const work = { pages: benchPages, json: benchJson, writes: benchWrites };
  await withShop(usual_products, async (ground, shop) => {
    for (const each of parts) {
      await work[each](ground, shop, seconds);
      say("");
    }
    about(shop);
  });
}

function about({ first_answer_ms, pid }: Shop): void {
  say(
    `From main.ts to the first page: ${Math.round(first_answer_ms)} ms; memory after this load: ${megabytes(residentBytes(pid))}`,
  );
  say("");
}
