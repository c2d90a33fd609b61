/**
 * One answer for all who ask the same thing at the same moment. Nothing is kept: an answer is shared as long as it is
 * being made, and whoever asks after a change was heard starts a new one. Only for calls whose answer is the same for
 * everyone. decisions/0164-asked-at-the-same-moment.md
 */
import type { Ctx } from "../kernel/context.ts";
import { changesHeard } from "../platform/memo.ts";

const in_flight = new WeakMap<object, Map<string, Promise<unknown>>>();

/** `key` names the question with everything its answer depends on. Rejects for all where it rejects. */
export function coalesce<T>({ sql }: Pick<Ctx, "sql">, key: string, work: () => Promise<T>): Promise<T> {
  const questions = in_flight.get(sql) ?? new Map<string, Promise<unknown>>();
  in_flight.set(sql, questions);
  const question = `${changesHeard()} ${key}`;
  const found = questions.get(question);
  if (found) return found as Promise<T>;
  const answer = work().finally(() => questions.delete(question));
  questions.set(question, answer);
  return answer;
}

/** Such an answer cannot depend on who asks: whoever asks for the session has declared a call wrongly. */
export function nobodys(ctx: Ctx): Ctx {
  return { ...ctx, session: noSession, openSession: noSession };
}

async function noSession(): Promise<never> {
  throw new Error("A call that is the same for everyone asked who is calling");
}
