import type { CommentRecord } from "contract/reviews/moderation.ts";
import { hideReasons } from "contract/reviews/review-words.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, fieldError, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { ChoiceGroup, Radio } from "../../../ui/fields/choices.tsx";
import { TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/comment";

export const meta = titled(({ comments }) => comments.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!/^\d{1,9}$/.test(params.id)) throw new Response("Not found", { status: 404 });
  return shopOf(context).reviews.record({ id: params.id });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { reviews } = shopOf(context);
  const { comments } = messagesIn(context);
  const done = () => {
    flash(context, "success", comments.done);
    return redirect(paths.comment(params.id));
  };
  const id = params.id;
  switch (form.intent) {
    case "publish":
      return submit(form, reviews.publish, { id, ...sent(form, "version") }, done);
    case "hide":
      return submit(form, reviews.hide, { id, ...sent(form, "version", "hide_reason", "note") }, done);
    case "objection":
      return submit(form, reviews.decideObjection, { id, ...sent(form, "version", "uphold") }, done);
    case "answer":
      return submit(form, reviews.answer, { id, ...sent(form, "text") }, done);
    case "remove":
      return submit(form, reviews.removeAnswer, { id }, done);
    default:
      throw new Response("Not found", { status: 404 });
  }
}

const tones = { pending: "waits", published: "ok", hidden: "broken", deleted: "over" } as const;

/** One text: why it waits, what to do with it, and the shop's answer. */
export default function Comment() {
  const { comments } = useOfficeMessages();
  const comment = useLoaderData<typeof loader>();
  const language = useLanguage();
  const about = comments.about({ product: comment.product.name, at: formatDateTime(comment.created_at, language) });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.comments()}>
          {comments.title}
        </Link>
      </p>
      <PageHead title={comments.of({ id: comment.id })} about={about}>
        <Status tone={tones[comment.state]}>{comments.options.state[comment.state]}</Status>
      </PageHead>
      {comment.is_safety && <Note tone="danger">{comments.safety_note}</Note>}
      <div className="two-columns">
        <div className="pile">
          <Text comment={comment} />
          {comment.kind !== "reply" && comment.state !== "deleted" && <Answer comment={comment} />}
        </div>
        <div className="pile">
          <About comment={comment} />
          {comment.state === "deleted" ? <Note>{comments.deleted}</Note> : <Moderation comment={comment} />}
        </div>
      </div>
    </>
  );
}

type Props = { comment: CommentRecord };

function Text({ comment: { text, stars, pictures, answers, versions, state, hashtags } }: Props) {
  const { comments } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="noi-dung">
      <div className="card-head">
        <h2 id="noi-dung">{comments.text}</h2>
        {stars !== null && <span className="num">{stars} ★</span>}
      </div>
      <div className="panel form-stack">
        {answers && (
          <p className="small muted">
            {comments.answers}: {answers.text}
          </p>
        )}
        {text.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no name and never move
          <p key={index}>{line}</p>
        ))}
        {hashtags.length > 0 && <p className="small muted">{hashtags.map((tag) => comments.tags[tag]).join(" · ")}</p>}
        {state === "published" && pictures.length > 0 && (
          <ul className="form-stack">
            {pictures.map((src, index) => (
              <li key={src}>
                <img src={src} alt={`${comments.pictures} ${index + 1}`} width={72} height={72} />
              </li>
            ))}
          </ul>
        )}
        {versions.length > 0 && (
          <details>
            <summary className="link small">{comments.versions}</summary>
            <ul className="rows">
              {versions.map((each) => (
                <li key={each.version}>
                  <span>
                    {each.text}
                    <span className="tiny muted own-line num">
                      {comments.until({ at: formatDateTime(each.until, language) })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}

function About({ comment }: Props) {
  const { comments } = useOfficeMessages();
  const { author, kind, held_for, reports, proposed_reason, hide_reason, hidden_by, hide_note, likes, pictures } =
    comment;
  const marks = author.marks.map((mark) => comments.marks[mark]);
  return (
    <section className="card" aria-labelledby="ve-bai">
      <div className="card-head">
        <h2 id="ve-bai">{comments.options.kind[kind]}</h2>
      </div>
      <div className="panel">
        <Facts
          rows={[
            [comments.columns.author, [author.name ?? comments.former, ...marks].join(" · ")],
            ...(held_for.length > 0
              ? ([
                  [comments.columns.held_for, held_for.map((rule) => comments.options.held_for[rule]).join(", ")],
                ] as const)
              : []),
            ...(proposed_reason
              ? ([["", comments.proposed({ reason: comments.hide_reasons[proposed_reason] })]] as const)
              : []),
            ...(hide_reason
              ? ([
                  [
                    comments.hidden_because({ reason: comments.hide_reasons[hide_reason] }),
                    [hidden_by && comments.hidden_by[hidden_by], hide_note].filter(Boolean).join(" · "),
                  ],
                ] as const)
              : []),
            ...(reports.length > 0
              ? ([
                  [
                    comments.reports_title,
                    reports.map(({ reason, count }) => `${comments.report_reasons[reason]}: ${count}`).join(", "),
                  ],
                ] as const)
              : []),
            ...(pictures.length > 0 ? ([[comments.pictures, String(pictures.length)]] as const) : []),
            ["", comments.likes({ count: likes })],
          ]}
        />
      </div>
    </section>
  );
}

function Moderation({ comment }: Props) {
  const { comments } = useOfficeMessages();
  const hiding = useProblem("hide");
  const publishing = useProblem("publish");
  const { state, version, proposed_reason, objection, hidden_by } = comment;
  const waits = objection && objection.decision === null;
  return (
    <section className="card" aria-labelledby="duyet-bai">
      <div className="card-head">
        <h2 id="duyet-bai">{comments.columns.state}</h2>
      </div>
      {(objection || state !== "published") && (
        <div className="panel form-stack">
          {objection && (
            <>
              <h3>{comments.objection}</h3>
              <p>{objection.text}</p>
              {objection.decision && <p className="small">{comments.decided[objection.decision]}</p>}
              {waits &&
                (hidden_by === "you" ? <p className="small">{comments.by_you}</p> : <Objection version={version} />)}
            </>
          )}
          {state !== "published" && !waits && (
            <OfficeForm intent="publish" problem={publishing} className="form-stack">
              <Hidden<"reviews.publish"> name="version" value={version} />
              <SubmitButton intent="publish">{comments.publish}</SubmitButton>
            </OfficeForm>
          )}
        </div>
      )}
      {state !== "hidden" && (
        <PossibleAct act={{ possible: true, why: null }} why={{}} title={comments.hide} icon="eye" intent="hide">
          <OfficeForm
            intent="hide"
            problem={hiding}
            className="form-stack"
            labels={{ hide_reason: comments.hide_reason }}
          >
            <Hidden<"reviews.hide"> name="version" value={version} />
            <ChoiceGroup
              legend={comments.hide_reason}
              help={comments.hide_note}
              id="hide_reason"
              error={fieldError<"reviews.hide">(hiding, "hide_reason")}
            >
              {hideReasons.map((reason) => (
                <Radio
                  key={reason}
                  dense
                  name={field<"reviews.hide">(hiding, "hide_reason").name}
                  value={reason}
                  defaultChecked={reason === proposed_reason}
                >
                  {comments.hide_reasons[reason]}
                </Radio>
              ))}
            </ChoiceGroup>
            <p className="small muted">{comments.stars_gone}</p>
            <TextInput {...field<"reviews.hide">(hiding, "note")} id="note" label={comments.note} autoComplete="off" />
            <SubmitButton intent="hide" variant="danger">
              {comments.hide}
            </SubmitButton>
          </OfficeForm>
        </PossibleAct>
      )}
    </section>
  );
}

function Objection({ version }: { version: number }) {
  const { comments } = useOfficeMessages();
  const problem = useProblem("objection");
  return (
    <>
      <OfficeForm intent="objection" problem={problem} className="form-stack">
        <Hidden<"reviews.decideObjection"> name="version" value={version} />
        <Hidden<"reviews.decideObjection"> name="uphold" value="1" />
        <SubmitButton intent="objection">{comments.uphold}</SubmitButton>
      </OfficeForm>
      <OfficeForm intent="objection" problem={undefined} className="form-stack">
        <Hidden<"reviews.decideObjection"> name="version" value={version} />
        <Hidden<"reviews.decideObjection"> name="uphold" value="0" />
        <SubmitButton intent="objection" variant="secondary">
          {comments.refuse}
        </SubmitButton>
      </OfficeForm>
    </>
  );
}

function Answer({ comment: { answer } }: Props) {
  const { comments } = useOfficeMessages();
  const problem = useProblem("answer");
  return (
    <section className="card" aria-labelledby="tra-loi">
      <div className="card-head">
        <h2 id="tra-loi">{comments.answer}</h2>
      </div>
      <div className="panel form-stack">
        <p className="small muted">{answer ? comments.answer_by({ name: answer.by }) : comments.no_answer}</p>
        <OfficeForm
          intent="answer"
          problem={problem}
          className="form-stack"
          labels={{ text: comments.answer_label }}
          main
        >
          <TextArea
            {...field<"reviews.answer">(problem, "text", answer?.text ?? "")}
            id="text"
            label={comments.answer_label}
            rows={4}
            required
          />
          <SubmitButton intent="answer">{answer ? comments.answer_change : comments.answer_send}</SubmitButton>
        </OfficeForm>
        {answer && (
          <OfficeForm intent="remove" problem={undefined}>
            <SubmitButton intent="remove" variant="ghost">
              {comments.answer_remove}
            </SubmitButton>
          </OfficeForm>
        )}
      </div>
    </section>
  );
}
