import { approvalKinds } from "contract/staff/approval-kinds.ts";
import type { Figure } from "contract/staff/approvals.ts";
import { formatDateTime, relativeTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/request";
import { approvalTones, linesOf } from "./approval-text.ts";
import { Comments, Decide } from "./request-forms.tsx";

export const meta = titled(({ approvals }) => approvals.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  const approval = await shopOf(context).staff.approval({ id: params.id });
  return { approval, now: new Date().toISOString() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const said = messagesIn(context).approvals;
  const { id } = params;
  const back = (intent: keyof typeof said.done) => (answer: object) => {
    const isVoid = "state" in answer && answer.state === "void";
    flash(context, isVoid ? "error" : "success", isVoid ? said.is_void : said.done[intent]);
    return redirect(paths.approval(id));
  };
  switch (form.intent) {
    case "approve":
    case "refuse":
    case "alone": {
      const refused = await verifyStepUp(form, context);
      if (refused) return refused;
      if (form.intent === "refuse") return submit(form, staff.refuse, { id, ...sent(form, "reason") }, back("refuse"));
      if (form.intent === "approve")
        return submit(form, staff.approve, { id, ...sent(form, "digest") }, back("approve"));
      return submit(form, staff.confirmAlone, { id, ...sent(form, "digest", "reason") }, back("alone"));
    }
    case "withdraw":
      return submit(form, staff.withdraw, { id }, back("withdraw"));
    case "stop":
      return submit(form, staff.stopAlone, { id, ...sent(form, "reason") }, back("stop"));
    default:
      return submit(form, staff.commentApproval, { id, ...sent(form, "text") }, back("comment"));
  }
}

export type RequestData = Awaited<ReturnType<typeof loader>>;

/** One request: what is approved, why, and what the reader may do with it. */
export default function ApprovalRequest() {
  const { approvals: said, rights, shop } = useOfficeMessages();
  const { approval, now } = useLoaderData<typeof loader>();
  const language = useLanguage();
  const { kind, label, amount, state, asked_by, asked_at, expires_at, decided_by, decider, decided_at, answer } =
    approval;
  const title = [said.kinds[kind], amount === null ? "" : formatDong(amount)].filter(Boolean).join(" ");
  const asked = said.asked({ by: asked_by.name, at: formatDateTime(asked_at, language) });
  const isOpen = state === "asked" || state === "approved";
  const why = state === "void" ? (said.voids[answer] ?? said.void_other) : answer;
  return (
    <>
      <PageHead
        title={title}
        about={[asked, ...(isOpen ? [said.until({ at: formatDateTime(expires_at, language) })] : [])].join(" · ")}
      >
        <Link className="button button-secondary" to={paths.approvals()}>
          {said.title}
        </Link>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <section className="card" aria-labelledby="what">
            <div className="card-head">
              <h2 id="what">{shop.names[label] ?? label}</h2>
              <Status tone={approvalTones[state]}>{said.states[state]}</Status>
            </div>
            <div className="panel pile">
              <Facts
                rows={[
                  [said.reason, approval.reason || said.no_reason],
                  [said.decided_by, rights.names[decided_by]],
                  ...(decider && decided_at
                    ? [
                        [
                          said.states[state],
                          said.decided({ by: decider.name, at: formatDateTime(decided_at, language) }),
                        ] as const,
                      ]
                    : []),
                  ...(why ? [[said.answer, why] as const] : []),
                ]}
              />
              <h3>{said.figures_title}</h3>
              <Facts
                rows={approval.figures.map((figure) => [
                  nameOf(figure.name, said.figures, shop.fields),
                  <Value key={figure.name} figure={figure} />,
                ])}
              />
            </div>
          </section>
          <Decide approval={approval} byHand={approvalKinds[kind].runs === "by_hand"} />
        </div>
        <div className="pile">
          <Comments approval={approval} now={now} />
          {approval.earlier.length > 0 && (
            <section className="card" aria-labelledby="earlier">
              <div className="card-head">
                <h2 id="earlier">{said.earlier}</h2>
              </div>
              <ol className="rows">
                {approval.earlier.map((each) => (
                  <li key={each.id}>
                    <span>
                      <Link className="link" to={paths.approval(each.id)}>
                        {each.id}
                      </Link>{" "}
                      {said.states[each.state]}
                    </span>
                    <span className="tiny muted nowrap num">{relativeTime(each.asked_at, now, language)}</span>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </>
  );
}

/** Of a setting, by its path. */
function nameOf(name: string, own: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>>): string {
  return (
    own[name] ??
    name
      .split(".")
      .map((part) => fields[part] ?? part)
      .join(" · ")
  );
}

/** Lines that go and lines that come; a value that stays is shown as it is. */
function Value({ figure: { before, after } }: { figure: Figure }) {
  const { approvals: said, rights } = useOfficeMessages();
  const { removed, added } = linesOf(before, after);
  const named = (line: string) => {
    const [name = "", ...more] = line.split(" ");
    const known = (rights.names as Readonly<Record<string, string>>)[name];
    return known ? [known, ...more].join(" ") : line;
  };
  if (removed.length === 0 && added.length === 0) return <>{after === null || after === "" ? said.nothing : after}</>;
  return (
    <>
      {removed.map((line) => (
        <span key={`-${line}`} className="own-line">
          <del className="before">{named(line)}</del>
        </span>
      ))}
      {added.map((line) => (
        <span key={`+${line}`} className="own-line">
          <ins className="after">{named(line)}</ins>
        </span>
      ))}
    </>
  );
}
