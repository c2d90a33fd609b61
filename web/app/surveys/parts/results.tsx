import type { Poll, PollResults } from "contract/surveys/surveys.ts";
import { useMessages } from "../../i18n.tsx";

/** What others chose, in whole percents: a bar and its figure for each choice. */
export function Results({ poll, results }: { poll: Poll; results: PollResults }) {
  const { surveys: words } = useMessages();
  return (
    <div className="stack-loose">
      <p className="muted">{words.respondents({ count: results.respondents })}</p>
      {results.questions.map(({ id, options }) => {
        const question = poll.questions.find((each) => each.id === id);
        if (!question) return null;
        return (
          <section key={id} className="stack" aria-labelledby={`results-${id}`}>
            <h3 id={`results-${id}`} className="h4">
              {question.text}
            </h3>
            <ul className="survey-results">
              {options.map(({ code, percent }) => (
                <li key={code}>
                  <span>{question.options.find((each) => each.code === code)?.label ?? code}</span>
                  <b className="num">{percent}%</b>
                  <progress max={100} value={percent} aria-hidden="true" />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
