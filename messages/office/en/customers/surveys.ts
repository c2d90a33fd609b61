import type { OfficeMessages } from "../../messages.ts";

export const surveys: OfficeMessages["surveys"] = {
  title: "Surveys",
  about: "Answers come without the person.",
  none: "There are no surveys. npm run import brings them in.",
  name: "Name",
  state: "State",
  states: { draft: "Draft", open: "Open", closed: "Closed" },
  answers: "Answers",
  ends_at: "Ends",
  no_end: "without a day",
  answered: (p) => `answered by ${p.count}`,
  texts: "Written answers",
  no_texts: "Nobody has written anything yet.",
  percent: (p) => `${p.count} · ${p.percent}%`,
  file: "Download all answers (CSV)",
  open: "Open the survey",
  close: "Close the survey",
  opened: "Opened",
  closed: "Closed",
};
