/** Surveys as staff define, open and close them, and as a file brings them. Locks: the survey. rules/surveys#definition */
import { ShopError } from "contract/errors.ts";
import { type SurveyDefinition, SurveyFile } from "contract/surveys/definition.ts";
import type { PollState } from "contract/surveys/questions.ts";
import type { StaffPoll } from "contract/surveys/surveys.ts";
import { sql } from "kysely";
import { parseFields } from "../calls/handle.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";

const DAY_MS = 86_400_000;
type Act = "created" | "changed" | "opened" | "closed";
type Row = Omit<StaffPoll, "starts_at" | "ends_at" | "changed_at"> & {
  definition: SurveyDefinition;
  starts_at: Date | null;
  ends_at: Date | null;
  changed_at: Date;
};

const columns = sql`p.id, p.slug, p.state, p.definition, p.definition #>> '{title,vi}' as title, p.starts_at, p.ends_at, p.changed_at,
  (select count(*)::int from surveys.answers a where a.poll_id = p.id) as answers`;

function shown({ definition: _, starts_at, ends_at, changed_at, ...row }: Row): StaffPoll {
  return {
    ...row,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    changed_at: changed_at.toISOString(),
  };
}

export async function staffPolls(ctx: Ctx): Promise<StaffPoll[]> {
  const { rows } = await sql<Row>`select ${columns} from surveys.polls p order by p.id`.execute(ctx.sql);
  return rows.map(shown);
}

/** Throws not_found. */
export async function pollRecord(ctx: Ctx, id: number) {
  const { rows } = await sql<Row>`select ${columns} from surveys.polls p where p.id = ${id}`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  const history = await sql<{ at: Date; act: string; actor: string; name: string | null }>`
    select h.at, h.act, h.actor, s.full_name as name from surveys.history h
    left join staff.accounts s on h.actor = 'staff:' || s.id where h.poll_id = ${id} order by h.id`.execute(ctx.sql);
  return {
    ...shown(row),
    definition: row.definition,
    history: history.rows.map(({ at, act, actor, name }) => ({
      at: at.toISOString(),
      act,
      who: name ?? actor.replace(/:.*$/, ""),
    })),
  };
}

async function note(ctx: Ctx, pollId: number, act: Act): Promise<void> {
  await sql`insert into surveys.history (poll_id, at, actor, act)
    values (${pollId}, ${ctx.now}, ${await ctx.actor()}, ${act})`.execute(ctx.sql);
}

/** Throws invalid for an id that is another's, conflict for a slug that is, state_conflict for other questions after the first answer. */
export async function savePoll(ctx: Ctx, { id, definition }: { id: number; definition: SurveyDefinition }) {
  if (definition.id !== id)
    throw new ShopError("invalid", { fields: { "definition.id": [{ key: "malformed_value" }] } });
  await inTransaction(ctx, (tx) => write(tx, definition));
  return pollRecord(ctx, id);
}

type Written = "added" | "changed" | "unchanged";

/** A new one is a draft, with its days from today; of a known one only its definition changes. */
async function write(ctx: Ctx, definition: SurveyDefinition): Promise<Written> {
  const { id, slug, when } = definition;
  const stored = JSON.stringify(definition);
  const { rows } = await sql<{ is_same: boolean; definition: SurveyDefinition; is_answered: boolean }>`
    select p.definition = ${stored}::jsonb as is_same, p.definition,
      exists (select from surveys.answers a where a.poll_id = p.id) as is_answered
    from surveys.polls p where p.id = ${id} for update`.execute(ctx.sql);
  const [known] = rows;
  if (known?.is_same) return "unchanged";
  if (known?.is_answered && shape(known.definition) !== shape(definition))
    throw new ShopError("state_conflict", { message_key: "poll_answered" });
  const taken = await sql`select from surveys.polls where slug = ${slug} and id <> ${id}`.execute(ctx.sql);
  if (taken.rows.length > 0) throw new ShopError("conflict");
  const day = (days: number | undefined, sign: 1 | -1) =>
    days === undefined ? null : new Date(ctx.now.getTime() + sign * days * DAY_MS);
  await sql`insert into surveys.polls (id, slug, state, definition, starts_at, ends_at, changed_at)
    values (${id}, ${slug}, 'draft', ${stored}::jsonb, ${day(when.starts_days_ago, -1)}, ${day(when.ends_days_ahead, 1)},
      ${ctx.now})
    on conflict (id) do update set slug = excluded.slug, definition = excluded.definition, changed_at = excluded.changed_at`.execute(
    ctx.sql,
  );
  await note(ctx, id, known ? "changed" : "created");
  return known ? "changed" : "added";
}

/** What answers are read by: everything but the texts. */
function shape({ questions }: SurveyDefinition): string {
  const bare = questions.map(({ text: _, low: _low, high: _high, options = [], ...rest }) => ({
    ...rest,
    options: options.map(({ code }) => code),
  }));
  return JSON.stringify(bare, (_key, value: unknown) => (isRecord(value) ? inOrder(value) : value));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The database keeps the names of an object in an order of its own. */
const inOrder = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Throws not_found, state_conflict where it stands so already. */
export async function setPollState(
  ctx: Ctx,
  id: number,
  state: Exclude<PollState, "draft">,
): Promise<{ state: PollState }> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{
      state: PollState;
    }>`select state from surveys.polls where id = ${id} for update`.execute(tx.sql);
    const [poll] = rows;
    if (!poll) throw new ShopError("not_found");
    if (poll.state === state || (state === "closed" && poll.state === "draft")) throw new ShopError("state_conflict");
    await sql`update surveys.polls set state = ${state}, changed_at = ${tx.now} where id = ${id}`.execute(tx.sql);
    await note(tx, id, state === "open" ? "opened" : "closed");
    return { state };
  });
}

export type ImportedSurveys = Record<Written, number>;

/** All of a file or nothing. The same file again changes nothing. Throws invalid with the place of what is wrong, conflict, state_conflict. */
export async function importSurveys(ctx: Ctx, file: unknown, { isDry = false } = {}): Promise<ImportedSurveys> {
  const { polls } = parseFields(SurveyFile, file);
  const done: ImportedSurveys = { added: 0, changed: 0, unchanged: 0 };
  const dry = new Error("nothing is kept of a dry run");
  try {
    await inTransaction(ctx, async (tx) => {
      for (const poll of polls) done[await write(tx, poll)] += 1;
      if (isDry) throw dry;
    });
  } catch (error) {
    if (error !== dry) throw error;
  }
  return done;
}
