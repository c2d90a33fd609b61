/**
 * `node bench/search/quality.ts [--misses] [--held-out] [--sets]`: the search's score on the judged set, by kind of text.
 * `--misses` lists what failed, and what came second or later; `--held-out` shows those set aside as well;
 * `--sets` searches the generated texts instead, beside two other ways to search.
 */
import { join, resolve } from "node:path";
import { type Client, client } from "contract/client.ts";
import type { Contract } from "contract/contract.ts";
import { inProcess } from "server/calls/handle.ts";
import type { Sql } from "server/database/sql.ts";
import { requestContext } from "server/http/request-context.ts";
import { loadConfig } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { dropMemos } from "server/platform/memo.ts";
import { closeAll, type Stages } from "server/platform/shutdown.ts";
import { announce } from "server/reactions.ts";
import { settings } from "server/settings.ts";
import { shopHandlers } from "server/shop.ts";
import { openEnvironment } from "server/start/environment.ts";
import { generateCommand } from "../../scripts/commands/generate.ts";
import { compareSearches, fullText, miniSearch, type Rival, readProducts } from "./rivals.ts";
import { type Answer, askAll, isMiss, scoreOf } from "./score.ts";

const folder = join(resolve(import.meta.dirname, "../.."), ".data", "bench-search");

/** Prints the table; opens the demo shop in a folder of its own for as long as it runs. */
export async function printSearchQuality(flags: { misses?: boolean; held_out?: boolean } = {}): Promise<void> {
  const answers = await askDemoShop();
  const setAside = answers.filter(({ held_out }) => held_out);
  printRow("search", "asked", "hit in 10", "MRR", "filled", "empty", "nothing");
  if (flags.misses) for (const [kind, some] of Map.groupBy(answers, ({ kind }) => kind)) printScore(kind, some);
  printScore(
    "worked on",
    answers.filter(({ held_out }) => !held_out),
  );
  printScore("held out", setAside);
  printScore("all", answers);
  process.stdout.write("empty: found nothing and should have; nothing: rightly found nothing.\n");
  if (!flags.misses) return;
  const shown = answers.filter(({ held_out }) => flags.held_out || !held_out);
  for (const each of shown) if (isPoor(each)) process.stdout.write(lineOf(each));
}

const INVENTED_PRODUCTS = 4_000;

/** The generated sets, over generated products beside the demo's. */
export async function printSearchSets(showsMisses = false): Promise<void> {
  await withShop(`${folder}-sets`, async (sql, shop) => {
    await generateCommand(sql, ["--products", String(INVENTED_PRODUCTS), "--seed", "7"], () => undefined);
    dropMemos(["catalogue"]);
    const products = await readProducts(sql);
    const bySlug = new Map(products.map((product) => [product.slug, product]));
    const waresOf = (cards: readonly { slug: string }[]) => cards.flatMap(({ slug }) => bySlug.get(slug) ?? []);
    const ours: Rival = {
      name: "the shop",
      ask: async (name) => waresOf((await shop.catalogue.products({ name, limit: 5 })).data),
      type: async (name) => waresOf((await shop.catalogue.suggest({ name })).products),
    };
    const rivals = [ours, await fullText(sql, products), miniSearch(products)];
    printRow("machine-made texts, share answered", "asked", "shop", "full text", "MiniSearch");
    for (const { set, asked, shares, missed } of await compareSearches(products, rivals)) {
      printRow(set, asked, ...shares.map((share) => share.toFixed(3)));
      if (showsMisses) for (const each of missed) process.stdout.write(`  ${each}\n`);
    }
    process.stdout.write(
      `Of ${products.length} products; answered: a right one among the first five. Full text: with trigrams behind it.\n`,
    );
  });
}

function askDemoShop(): Promise<Answer[]> {
  return withShop(folder, (_sql, shop) => askAll((name) => shop.catalogue.products({ name, limit: 10 })));
}

async function withShop<T>(dataDir: string, work: (sql: Sql, shop: Client<Contract>) => Promise<T>): Promise<T> {
  const config = {
    ...loadConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR ?? dataDir }),
    limit_factor: 100_000,
  };
  const log = createLog({ level: "fatal", format: "text" });
  const stages: Stages = [];
  try {
    const { sql } = await openEnvironment(config, log, stages);
    const visit = { token: undefined, locale: "vi", client: "bench", request_id: "bench" } as const;
    const shop = client<Contract>(
      inProcess(shopHandlers, () => requestContext({ sql, config, log, announce, settings }, visit).ctx),
    );
    return await work(sql, shop);
  } finally {
    await closeAll(stages, log);
  }
}

function printScore(name: string, answers: readonly Answer[]): void {
  const score = scoreOf(answers);
  const shares = [score.hit_rate, score.mean_reciprocal_rank, score.filled, score.wrongly_empty, score.rightly_empty];
  printRow(name, score.asked, ...shares.map((share) => share.toFixed(3)));
}

/** Missed, or right products that come late or few. */
function isPoor(answer: Answer): boolean {
  return isMiss(answer) || (answer.want.length > 0 && (answer.rank !== 1 || answer.filled < 0.5));
}

function lineOf(answer: Answer): string {
  const place = isMiss(answer) ? "missed" : `place ${answer.rank}`;
  const found = answer.is_empty ? "nothing" : answer.first.join(" | ");
  return `  ${place.padEnd(8)} ${answer.filled.toFixed(2)} ${answer.kind}: ${answer.query}\n             ${found}\n`;
}

function printRow(...[name, ...cells]: (string | number)[]): void {
  const row = cells.map((cell) => String(cell).padStart(10)).join("");
  process.stdout.write(`${String(name).padEnd(42)}${row}\n`);
}

if (import.meta.main) {
  const flags = new Set(process.argv.slice(2));
  if (flags.has("--sets")) await printSearchSets(flags.has("--misses"));
  else await printSearchQuality({ misses: flags.has("--misses"), held_out: flags.has("--held-out") });
}
