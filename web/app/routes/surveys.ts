import type { Page } from "./page.ts";

/** `ngung` comes before what may be a survey. */
export const surveyPages: readonly Page[] = [
  { path: "khao-sat/ngung", file: "surveys/screens/stop.tsx", layout: "checkout" },
  { path: "khao-sat/:slug", file: "surveys/screens/survey.tsx", layout: "checkout" },
];
