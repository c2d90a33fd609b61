/**
 * One answer for identical calls at the same moment. Nothing is cached: an answer is shared as long as it is
 * computed, and a call after an invalidation starts a new one. Only for calls whose answer is the same for
 * everyone. decisions/0164-asked-at-the-same-moment.md
 */
import type { Ctx } from "../kernel/context.ts";
import { changesHeard } from "../platform/memo.ts";

const inFlight = new WeakMap<object, Map<string, Promise<unknown>>>();

/** `key` names the question with everything its answer depends on. Rejects for all where it rejects. */
export function coalesce<T>({ sql }: Pick<Ctx, "sql">, key: string, work: () => Promise<T>): Promise<T> {
  const questions = inFlight.get(sql) ?? new Map<string, Promise<unknown>>();
  inFlight.set(sql, questions);
  const question = `${changesHeard()} ${key}`;
  const found = questions.get(question);
  if (found) return found as Promise<T>;
  const answer = work().finally(() => questions.delete(question));
  questions.set(question, answer);
  return answer;
}

/** Such an answer cannot depend on the caller: a handler that asks for the session was declared wrongly. */
export function nobodys(ctx: Ctx): Ctx {
  return { ...ctx, session: noSession, actor: noSession, openSession: noSession };
}

async function noSession(): Promise<never> {
  throw new Error("A call that is the same for everyone asked who is calling");
}
