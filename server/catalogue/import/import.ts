/**
 * Takes drafts into the shop, some hundreds in one transaction: what is new is added, what differs is changed, what is the
 * same is left, what is wrong is reported and nothing of it touched. Running again changes nothing, so an interrupted run
 * is finished by the same command. Locks as changes.ts says; buyers of what is recounted wait for one batch.
 */
import { foldToAlphanumeric } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { countWords, openTally, type WordTally } from "../index/listing-index.ts";
import type { Defaults } from "./complete.ts";
import type { Draft } from "./draft.ts";
import type { ImportLookups } from "./lookups.ts";
import { assignSkus } from "./matching.ts";
import { addNames, type Naming } from "./new-names.ts";
import { type PictureRules, setPictures } from "./pictures.ts";
import { assignCategories, type Placing } from "./placement.ts";
import type { Report } from "./report.ts";
import { validateAndWrite } from "./validation.ts";
import { applyCategoryDefaults } from "./writing/category-defaults.ts";
import { settleLinks, type Waiting } from "./writing/links.ts";

/** Undefined leaves pictures alone. */
type Pictures = PictureRules | undefined;
export type Rules = Omit<Defaults, "now"> & { may_create_categories: boolean; is_dry: boolean };

/** One run over one file. */
export type Run = {
  ctx: Ctx;
  lookups: ImportLookups;
  rules: Rules;
  report: Report;
  placing: Placing;
  naming: Naming;
  /** SKUs and handles met so far, with their lines. */
  met: Map<string, number>;
  /** The same SKUs as a search compares them. */
  met_alike: Map<string, string>;
  waiting: Waiting[];
  pictures: Pictures;
  tally: WordTally;
};

export const BATCH_DRAFTS = 500;

export function openRun(ctx: Ctx, lookups: ImportLookups, rules: Rules, report: Report, pictures?: Pictures): Run {
  const dryRun = rules.is_dry;
  return {
    ctx,
    lookups,
    rules,
    report,
    placing: { may_create: rules.may_create_categories, dryRun, created: new Set() },
    naming: { dryRun, added: { properties: 0, tags: 0, brands: report.outcome.brands }, offered: "" },
    met: new Map(),
    met_alike: new Map(),
    waiting: [],
    pictures,
    tally: openTally(),
  };
}

/** `told` is called after each batch. The next batch is read while this one is written. */
export async function importDrafts(run: Run, drafts: AsyncIterable<Draft>, told: () => void): Promise<void> {
  const batches = batchesOf(drafts)[Symbol.asyncIterator]();
  let coming = batches.next();
  try {
    for (;;) {
      const { value: batch, done } = await coming;
      if (done) break;
      coming = batches.next();
      coming.catch(() => undefined); // reported where it is awaited
      await importBatch(run, batch);
      told();
    }
  } finally {
    run.report.close(); // also of a file that breaks off
  }
  if (!run.rules.is_dry) await finish(run);
}

/** A batch ends before a draft that names what another draft of it names: the second must find the first in the shop. */
async function* batchesOf(drafts: AsyncIterable<Draft>): AsyncGenerator<Draft[], undefined> {
  let batch: Draft[] = [];
  let named = new Set<string>();
  for await (const draft of drafts) {
    assignSkus(draft);
    const names = [...draft.variants.map(({ sku }) => `sku ${sku}`), ...(draft.slug ? [`slug ${draft.slug}`] : [])];
    if (batch.length >= BATCH_DRAFTS || names.some((name) => named.has(name))) {
      yield batch;
      batch = [];
      named = new Set();
    }
    batch.push(draft);
    for (const name of names) named.add(name);
  }
  if (batch.length > 0) yield batch;
}

async function importBatch(run: Run, batch: readonly Draft[]): Promise<void> {
  const { ctx, report } = run;
  for (const draft of batch) refuseDoubles(run, draft);
  const sound = batch.filter(({ problems }) => problems.length === 0);
  await inTransaction(ctx, async (ctx) => {
    await unhurried(ctx.sql);
    await assignCategories(ctx.sql, sound, run.lookups, run.placing);
    report.note(await addNames(ctx.sql, sound, run.lookups, run.naming, run.rules.brand));
  });
  const placed = sound.filter(({ problems }) => problems.length === 0);
  for (const { problems } of batch) if (problems.length > 0) report.refuse(problems);
  const validated = await inTransaction(ctx, async (ctx) => {
    await unhurried(ctx.sql);
    const { lookups, rules, placing } = run;
    return validateAndWrite({ ctx, lookups, defaults: { ...rules, now: ctx.now }, placing, tally: run.tally }, placed);
  });
  const { outcome } = report;
  outcome.categories = [...run.placing.created].map((slug) => run.lookups.categories.get(slug)?.path_names[0] ?? slug);
  outcome.products += batch.length;
  outcome.added += validated.added.length;
  const counted = new Set(
    placed
      .flatMap(({ variants }) => variants.filter((variant) => variant.stock ?? variant.pieces !== undefined))
      .map(({ sku }) => sku),
  );
  outcome.uncounted += validated.added.filter(({ variants }) => !variants.some(({ sku }) => counted.has(sku))).length;
  outcome.changed += validated.changed.length;
  outcome.unchanged += validated.unchanged;
  run.waiting.push(...validated.waiting);
  for (const problems of validated.refused) report.refuse(problems);
  report.note(validated.notes);
  await takePictures(run, placed);
}

async function takePictures({ ctx, rules, report, pictures }: Run, drafts: readonly Draft[]): Promise<void> {
  if (rules.is_dry) return;
  const named = drafts.filter((draft) => draft.pictures ?? draft.variants.some((variant) => variant.pictures));
  if (!pictures) report.outcome.unpictured += named.length;
  else {
    const { notes, changed } = await setPictures(ctx, named, pictures);
    report.note(notes);
    report.outcome.pictured += changed;
  }
}

function refuseDoubles({ met, met_alike, report }: Run, draft: Draft): void {
  for (const { sku, line, is_sku_made } of draft.variants) {
    if (!sku) continue;
    const before = met.get(sku);
    if (before === undefined) {
      met.set(sku, line);
      const alike = met_alike.get(foldToAlphanumeric(sku));
      if (alike === undefined) met_alike.set(foldToAlphanumeric(sku), sku);
      else if (!is_sku_made) report.note([{ line, field: "sku", reason: `"${sku}" and "${alike}" are found as one` }]);
    } else if (!is_sku_made)
      draft.problems.push({ line, field: "sku", reason: `"${sku}" stands on line ${before} already` });
    else {
      const [field, what] = draft.slug === undefined ? ["name", "the same name"] : ["slug", "the same handle"];
      draft.problems.push({
        line,
        field,
        reason: `${what} stands on line ${before} already, and there is no SKU to tell them apart`,
      });
    }
  }
}

/** What a run leaves to its end: links to what came later, counts of terms, unconfigured categories, the shop's caches. */
async function finish({ ctx, waiting, report, tally }: Run): Promise<void> {
  const { added, changed } = report.outcome;
  const fitted = await inTransaction(ctx, async (ctx) => {
    await unhurried(ctx.sql);
    const fitted = await applyCategoryDefaults(ctx.sql, ctx.now);
    if (fitted + added + changed === 0) return 0;
    await settleLinks(ctx.sql, waiting);
    await countWords(ctx.sql, tally);
    const menus = added > 0 ? ["menus"] : []; // a group is in the menu as soon as something is in it
    await ctx.announce(ctx, "pages_changed", { tags: ["catalogue", "category:all", ...menus] });
    return fitted;
  });
  if (fitted + added + changed === 0) return;
  await sql`select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam and a.amname = 'gin' where i.indrelid = 'catalogue.shelf'::regclass`.execute(
    ctx.sql,
  );
}

/** A load is not a shopper's request: it may take its time, and new search words wait longer for their place in the index. */
export async function unhurried(db: Sql): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('gin_pending_list_limit', '16384', true), set_config('work_mem', '32768', true)`.execute(db);
}
