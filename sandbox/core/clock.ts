/**
 * The virtual clock. Retries, expiry and delayed money stand on it: it runs `speed` times as fast as the wall clock and
 * jumps with `advance`. At speed 0 it stands still but for `advance`, so that a test decides what happens when.
 * Dates that vendors read and write are the wall clock's, which is the shop's too; only durations are virtual.
 */
import type { State } from "./ledger.ts";

/** Plain data, so that it survives a restart in the state file. */
export type Task = { at: number; n: number; vendor: string; name: string; data: Readonly<Record<string, string>> };

export type Clock = {
  /** Virtual milliseconds. */
  now(): number;
  /** The shop's time, in epoch milliseconds. */
  wall(): number;
  schedule(task: Pick<Task, "vendor" | "name" | "data">, seconds: number): void;
  /** Does what falls due on the way, one after another, and returns when it is done. */
  advance(seconds: number): Promise<void>;
  /** Does it when nothing else that fell due is being done. */
  inOrder(work: () => Promise<void>): Promise<void>;
  stop(): void;
};

type Options = {
  state: State;
  wall: () => number;
  speed: number;
  run: (task: Task) => void | Promise<void>;
  onError: (error: unknown) => void;
};
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createClock({ state, wall, speed, run, onError }: Options): Clock {
  const origin = wall();
  state.shift_ms = Math.max(state.shift_ms, state.saved_at - origin); // a restart does not go back in time
  const now = () => origin + Math.round((wall() - origin) * speed) + state.shift_ms;
  let chain: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const done = chain.then(work);
    chain = done.catch(() => {}); // the caller of `done` gets the error; what comes next goes on
    return done;
  };
  const jumpTo = (target: number) => {
    state.shift_ms += Math.max(0, target - now());
  };
  const runUntil = async (target: () => number) => {
    for (;;) {
      const task = state.tasks[0];
      if (isStopped || !task || task.at > target()) break;
      state.tasks.shift();
      jumpTo(task.at);
      await run(task);
    }
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    const [first] = state.tasks;
    if (!first || speed === 0 || isStopped) return;
    timer = setTimeout(runDue, Math.min(MAX_TIMER_MS, Math.max(0, (first.at - now()) / speed)));
    timer.unref();
  };
  const runDue = () => {
    inOrder(() => runUntil(now)).catch(onError);
  };
  runDue();

  return {
    now,
    wall,
    schedule: ({ vendor, name, data }, seconds) => {
      state.last_task += 1;
      state.tasks.push({ at: now() + Math.round(seconds * 1000), n: state.last_task, vendor, name, data });
      state.tasks.sort((one, other) => one.at - other.at || one.n - other.n);
      if (seconds <= 0) runDue();
      else arm();
    },
    advance: (seconds) => {
      return inOrder(async () => {
        const target = now() + seconds * 1000;
        await runUntil(() => target);
        jumpTo(target);
        arm();
      });
    },
    inOrder,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
