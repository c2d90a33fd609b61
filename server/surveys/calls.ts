/** Calls of surveys. rules/surveys */
import { contract } from "contract/contract.ts";
import { implement } from "../calls/handle.ts";
import { answerPoll, readPoll } from "./answering.ts";
import { stopInvitations, surveyOfOrder } from "./invitations.ts";
import { resultsFile, staffResults } from "./results.ts";
import { pollRecord, savePoll, setPollState, staffPolls } from "./writing.ts";

export const surveysCalls = implement(contract.surveys, {
  poll: readPoll,
  answer: answerPoll,
  ofOrder: surveyOfOrder,
  stopInvitations,
  staffPolls,
  staffPoll: (ctx, { id }) => pollRecord(ctx, id),
  savePoll,
  openPoll: (ctx, { id }) => setPollState(ctx, id, "open"),
  closePoll: (ctx, { id }) => setPollState(ctx, id, "closed"),
  results: (ctx, { id }) => staffResults(ctx, id),
  resultsFile: (ctx, { id }) => resultsFile(ctx, id),
});
