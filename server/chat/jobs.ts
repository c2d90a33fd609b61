/** The job of the live chat, and what it deletes in the job `sweep`. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sweepChats } from "./belonging.ts";
import { attendChats } from "./presence.ts";

export const chatJobs = {
  attend_chats: { run: attendChats, schedule: "* * * * *" },
} satisfies DomainJobs;

export const chatSweep: readonly SweepPart[] = [sweepChats];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof chatJobs> {}
}
