/** Jobs of surveys: an invitation leaves; what is known of who answered is forgotten. */
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sendInvitation } from "./invitations.ts";
import { sweepSurveys } from "./retention.ts";

export const surveysJobs = {
  invite_to_survey: { run: sendInvitation },
} satisfies DomainJobs;

export const surveysSweep: readonly SweepPart[] = [sweepSurveys];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof surveysJobs> {}
}
