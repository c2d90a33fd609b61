/** Questions of a survey and which of them are shown. Pure, without zod, because pages read it too. rules/surveys#conditions */
export const operators = ["=", "!=", "<=", ">=", ">", "contains"] as const;
export type Operator = (typeof operators)[number];

export const questionTypes = ["choice", "choices", "stars", "scale", "yes_no", "text", "consent"] as const;
export type QuestionType = (typeof questionTypes)[number];

export const pollStates = ["draft", "open", "closed"] as const;
export type PollState = (typeof pollStates)[number];

/** Whose answer counts once: an order, a ticket of service, an account, a browser. */
export const respondentKinds = ["order", "ticket", "person", "device"] as const;
export type RespondentKind = (typeof respondentKinds)[number];

/** Letters of a text where the question says no other number. */
export const DEFAULT_LENGTH = 500;
export const STARS = 5;
export const DEFAULT_SCALE = { min: 0, max: 10 } as const;

export type Condition = { question: string; op: Operator; value: string | number };
export type AnswerValue = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, AnswerValue | undefined>>;

type Conditional = { id: string; show_if?: Condition | null | undefined };

/** On what was sent, in order. What was not answered fulfils `!=` alone. A hidden question counts as not answered. */
export function shownQuestions<Q extends Conditional>(questions: readonly Q[], sent: Answers): Q[] {
  const counted: Record<string, AnswerValue | undefined> = {};
  return questions.filter((question) => {
    const isShown = !question.show_if || holds(question.show_if, counted[question.show_if.question]);
    if (isShown) counted[question.id] = sent[question.id];
    return isShown;
  });
}

export function holds({ op, value }: Condition, answer: AnswerValue | undefined): boolean {
  const isMissing = answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0);
  if (isMissing) return op === "!=";
  switch (op) {
    case "=":
      return String(answer) === String(value);
    case "!=":
      return String(answer) !== String(value);
    case "contains":
      return Array.isArray(answer) && answer.includes(String(value));
    case "<=":
      return Number(answer) <= Number(value);
    case ">=":
      return Number(answer) >= Number(value);
    case ">":
      return Number(answer) > Number(value);
  }
}
