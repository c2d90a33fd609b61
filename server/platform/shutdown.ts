/**
 * The end of a process, in order: first no new visitors, then no new connections while requests and jobs in flight
 * finish, then the pool, the database last. Each stage has its time; one that overstays is left behind, so the whole
 * never takes 15 seconds. Exit 0 after a signal, 1 after a crash. rules/platform#shutdown
 */
import closeWithGrace from "close-with-grace";
import type { Log } from "../kernel/log.ts";

export type Stage = { name: string; within_seconds: number; close: () => Promise<unknown> };
/** What is open now; the last opened stands first and closes first. May grow while the shop starts. */
export type Stages = Stage[];

const WHOLE_MS = 14_500;
const ENDS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/**
 * npm, `timeout` and others pass on a signal the terminal has already sent to the process group: one request, received
 * twice.
 */
const SAME_WISH_MS = 1_000;

/**
 * Drains on SIGTERM, SIGINT, SIGHUP and on an uncaught error. Signalled again later, it ends at once with 1. Answers
 * whether the end has begun: what fails from then on fails because things are being closed.
 */
export function drainOnSignal(log: Log, stages: Stages): () => boolean {
  const logger = { error: (text: string) => log.error(text) };
  let isEnding = false;
  const grace = closeWithGrace({ delay: WHOLE_MS, logger, skip: [...ENDS] }, async ({ err }) => {
    isEnding = true;
    if (err) log.fatal({ err }, "Uncaught error; closing");
    await closeAll(stages, log);
    log.info("Closed");
  });
  let asked_at: number | undefined;
  for (const signal of ENDS) {
    process.on(signal, () => {
      if (asked_at === undefined) {
        asked_at = performance.now();
        isEnding = true;
        log.info(`${signal}: finishing requests and jobs in flight`);
        grace.close();
      } else if (performance.now() - asked_at > SAME_WISH_MS) {
        log.error(`${signal} again: ending at once`);
        process.exit(1);
      }
    });
  }
  return () => isEnding;
}

export async function closeAll(stages: Stages, log: Log): Promise<void> {
  for (let stage = stages.shift(); stage; stage = stages.shift()) await finish(stage, log);
}

async function finish({ name, within_seconds, close }: Stage, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((settle) => {
    timer = setTimeout(settle, within_seconds * 1000, "late");
  });
  try {
    if ((await Promise.race([close(), late])) === "late") log.warn(`${name} did not close within ${within_seconds} s`);
  } catch (error) {
    log.error({ err: error }, `${name} did not close in order`); // the stages after it must close all the same
  } finally {
    clearTimeout(timer);
  }
}
