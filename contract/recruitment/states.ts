/** Names of recruitment that lists, forms and desks share. rules/recruitment#states */
export const employmentTypes = ["full_time", "part_time", "temporary", "internship"] as const;
export type EmploymentType = (typeof employmentTypes)[number];

export const applicationStates = [
  "received",
  "reading",
  "interview",
  "offer",
  "hired",
  "refused",
  "withdrawn",
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** Where staff may move an application from a state. Withdrawing is the applicant's. */
export const applicationMoves: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  received: ["reading", "refused"],
  reading: ["interview", "refused"],
  interview: ["offer", "refused"],
  offer: ["hired", "refused"],
  hired: [],
  refused: [],
  withdrawn: [],
};

/** An applicant may take it back until they are hired, also after a refusal. */
export const mayWithdraw = (state: ApplicationState): boolean => state !== "hired" && state !== "withdrawn";
