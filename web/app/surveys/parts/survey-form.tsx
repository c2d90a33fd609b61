/** The form of a survey. Every question stands on one page; with scripts those whose condition does not hold are not shown. */
import { type Answers, type AnswerValue, STARS, shownQuestions } from "contract/surveys/questions.ts";
import type { Poll, PollQuestion } from "contract/surveys/surveys.ts";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, type FormValue, field, fieldError, typed } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { ErrorSummary } from "../../ui/fields/field.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Note } from "../../ui/text/note.tsx";

type Props = { poll: Poll; problem: FormProblem | undefined; submission_key: string };

export function SurveyForm({ poll, problem, submission_key }: Props) {
  const { surveys: words } = useMessages();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const busy = useNavigation().state === "submitting";
  const given = answersOf(problem?.values.answers);
  const [answers, setAnswers] = useState<Answers>(given);
  useFocusFirstError(problem);
  const read = () => {
    if (form.current) setAnswers(answersIn(form.current));
  };
  useEffect(read, []); // chosen before hydration
  const shown = hydrated ? shownQuestions(poll.questions, answers) : poll.questions;
  const wrong = poll.questions.flatMap(({ id, text }) =>
    problem?.errors[`answers.${id}`] ? [{ id: `answers.${id}`, label: text }] : [],
  );
  return (
    <Form ref={form} method="post" className="stack-loose" noValidate onInput={read}>
      <input type="hidden" name="idempotency_key" value={submission_key} />
      {poll.respondent && <Hidden<"surveys.answer"> name="respondent" value={poll.respondent} />}
      {wrong.length > 0 && <ErrorSummary title={words.look_at} errors={wrong} />}
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      {poll.questions.map((question, at) => (
        <div key={question.id} className="card panel" hidden={!shown.includes(question)}>
          <QuestionField
            question={question}
            number={at + 1}
            answer={given[question.id]}
            error={problem?.errors[`answers.${question.id}`]?.[0]}
            isConditional={question.show_if !== null && !hydrated}
          />
        </div>
      ))}
      {poll.asks_consent && (
        <ChoiceGroup
          legend={words.consent}
          hideLegend
          id="consent"
          error={fieldError<"surveys.answer">(problem, "consent")}
        >
          <Checkbox
            name={field<"surveys.answer">(problem, "consent").name}
            value="true"
            defaultChecked={typed<"surveys.answer">(problem, "consent") === "true"}
          >
            {words.consent}
          </Checkbox>
        </ChoiceGroup>
      )}
      <div lang={locale} className="stack">
        <Note icon="lock">{poll.once_per === "device" ? words.anonymous : words.kept}</Note>
        {poll.opens_message && <p className="small muted">{words.opens_message}</p>}
        <p className="small muted">{words.final}</p>
      </div>
      <p>
        <Button loading={busy} loadingText={words.sending}>
          {words.send}
        </Button>
      </p>
    </Form>
  );
}

type QuestionProps = {
  question: PollQuestion;
  number: number;
  answer: AnswerValue | undefined;
  error: string | undefined;
  isConditional: boolean;
};

function QuestionField({ question, number, answer, error, isConditional }: QuestionProps) {
  const { surveys: words } = useMessages();
  const { id, type, options, required, max_choices } = question;
  const name = `answers.${id}`;
  const help = [
    required ? "" : words.optional,
    type === "choices" ? (max_choices === null ? words.all_that_fit : words.at_most({ count: max_choices })) : "",
    isConditional ? words.conditional : "",
  ].filter(Boolean);
  const legend = `${number}. ${question.text}${required ? " *" : ""}`;
  const chosen = Array.isArray(answer) ? answer : [String(answer ?? "")];
  if (type === "text")
    return (
      <TextArea
        name={name}
        id={name}
        label={legend}
        help={help.join(" · ")}
        error={error}
        defaultValue={String(answer ?? "")}
        maxLength={question.max_length}
        rows={4}
      />
    );
  const group = { id: name, legend, error: error ?? null, ...(help.length > 0 && { help: help.join(" · ") }) };
  if (type === "scale" || type === "stars") {
    const numbers = type === "stars" ? range(1, STARS) : range(question.min, question.max);
    return (
      <ChoiceGroup {...group} className="survey-scale-group">
        <div className="survey-scale">
          {numbers.map((each) => (
            <label key={each} className="survey-number">
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                value={each}
                defaultChecked={chosen.includes(String(each))}
              />
              <span className="num">{type === "stars" ? `${each} ★` : each}</span>
            </label>
          ))}
        </div>
        {(question.low || question.high) && (
          <p className="between tiny muted">
            <span>{`${question.min}: ${question.low}`}</span>
            <span>{`${question.max}: ${question.high}`}</span>
          </p>
        )}
      </ChoiceGroup>
    );
  }
  if (type === "consent")
    return (
      <Checkbox name={name} value="true" defaultChecked={chosen.includes("true")}>
        {question.text}
      </Checkbox>
    );
  const Choice = type === "choices" ? Checkbox : Radio;
  return (
    <ChoiceGroup {...group} className="survey-choices">
      {options.map(({ code, label }) => (
        <Choice
          key={code}
          className="survey-choice"
          name={type === "choices" ? `${name}[]` : name}
          value={code}
          defaultChecked={chosen.includes(code)}
        >
          {label}
        </Choice>
      ))}
    </ChoiceGroup>
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** What came back with a refusal. */
function answersOf(sent: FormValue | undefined): Answers {
  if (typeof sent !== "object" || Array.isArray(sent)) return {};
  const texts = (value: FormValue): AnswerValue => (Array.isArray(value) ? value.map(String) : String(value));
  return Object.fromEntries(Object.entries(sent).map(([id, value]) => [id, texts(value)]));
}

function answersIn(form: HTMLFormElement): Answers {
  const answers: Record<string, string | string[]> = {};
  for (const [name, value] of new FormData(form)) {
    const id = /^answers\.([a-z0-9_]+)(\[\])?$/.exec(name);
    if (!id?.[1] || typeof value !== "string" || value === "") continue;
    if (id[2]) answers[id[1]] = [...(answers[id[1]] ?? []), value];
    else answers[id[1]] = value;
  }
  return answers;
}
