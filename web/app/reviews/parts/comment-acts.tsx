import { reportReasons } from "contract/reviews/review-words.ts";
import type { ProductComment } from "contract/reviews/reviews.ts";
import { formatNumber } from "contract/values/locale.ts";
import { Form, useNavigation } from "react-router";
import { type FormProblem, field, fieldError } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";

type Props = { comment: ProductComment; problem: FormProblem | undefined };

/** What a reader may do with a comment that is not theirs: plain forms. */
export function CommentActs({ comment, problem }: Props) {
  const { reviews: words } = useMessages();
  const busy = useNavigation().formData?.get("intent");
  const { id, liked, likes, mine, author } = comment;
  const ours = problem && Number(problem.values.id) === id ? problem : undefined;
  const replying = problemOf(ours, "reply");
  const reporting = problemOf(ours, "report");
  const name = author.name ?? words.former;
  return (
    <div className="stack">
      {ours && !replying && !reporting && (
        <Note tone="danger" role="alert">
          {ours.message}
        </Note>
      )}
      <div className="row row-wrap row-top">
        {mine ? (
          likes > 0 && <span className="small muted">{words.helpful_count({ count: formatNumber(likes) })}</span>
        ) : (
          <Form method="post" action={`#c${id}`}>
            <Hidden<"reviews.like"> name="id" value={id} />
            <Hidden<"reviews.like"> name="liked" value={liked ? "0" : "1"} />
            <Button
              variant="ghost"
              size="small"
              name="intent"
              value="like"
              aria-pressed={liked}
              aria-label={words.like_of({ name })}
              icon="check"
            >
              {likes > 0 ? words.helpful_count({ count: formatNumber(likes) }) : words.helpful}
            </Button>
          </Form>
        )}
        <details open={replying !== undefined || undefined}>
          <summary className="link small">{words.reply}</summary>
          <Form method="post" action={`#c${id}`} className="stack form-width" noValidate>
            <Hidden<"reviews.reply"> name="id" value={id} />
            <TextArea
              {...field<"reviews.reply">(replying, "text")}
              id={`reply-${id}`}
              label={words.reply_label}
              rows={3}
              required
            />
            <Button size="small" name="intent" value="reply" loading={busy === "reply"}>
              {words.reply_send}
            </Button>
          </Form>
        </details>
        {!mine && (
          <details open={reporting !== undefined || undefined}>
            <summary className="link small">{words.report}</summary>
            <Form method="post" action={`#c${id}`} className="stack form-width" noValidate>
              <Hidden<"reviews.report"> name="id" value={id} />
              <ChoiceGroup
                legend={words.report_why}
                id={`report-${id}`}
                error={fieldError<"reviews.report">(reporting, "reason")}
              >
                {reportReasons.map((reason) => (
                  <Radio key={reason} dense name={field<"reviews.report">(reporting, "reason").name} value={reason}>
                    {words.reports[reason]}
                  </Radio>
                ))}
              </ChoiceGroup>
              <Button size="small" variant="secondary" name="intent" value="report" loading={busy === "report"}>
                {words.report_send}
              </Button>
            </Form>
          </details>
        )}
      </div>
    </div>
  );
}
