import type { PointsRecord } from "contract/loyalty/desk-loyalty.ts";
import { adjustReasons } from "contract/loyalty/points-words.ts";
import { formatDate, formatDateTime, formatNumber } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/customer-points";

export const meta = titled(({ points }) => points.title);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get("page") ?? "");
  return shopOf(context).loyalty.customerPoints({ code: params.code, ...(page > 1 && { page }) });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const asked = { code: params.code, ...sent(form, "points", "why", "text", "ends_on") };
  return submit(form, shopOf(context).loyalty.adjust, asked, () => {
    flash(context, "success", messagesIn(context).customerPoints.done);
    return redirect(paths.customerPoints(params.code));
  });
}

type Props = { record: PointsRecord };

/** Points of one customer: what can be used until when, what moved them, and giving or taking some. */
export default function CustomerPoints() {
  const { points, customerPoints: words } = useOfficeMessages();
  const record = useLoaderData<typeof loader>();
  const figure = (count: number) => words.points({ points: formatNumber(count) });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.points()}>
          {points.title}
        </Link>
      </p>
      <PageHead title={words.of({ name: record.full_name || record.code })} about={figure(record.balance)} />
      <div className="two-columns">
        <div className="pile">
          <History record={record} />
        </div>
        <div className="pile">
          <section className="card" aria-labelledby="so-du">
            <div className="card-head">
              <h2 id="so-du">{words.balance}</h2>
            </div>
            <div className="panel">
              <Facts
                rows={[
                  [words.usable, figure(record.usable)],
                  [words.held, figure(record.held)],
                  ...(record.debt > 0 ? [[words.debt, figure(record.debt)] as const] : []),
                  [words.rank, words.ranks[record.rank]],
                  [words.adjusted, figure(record.adjusted)],
                  [
                    words.customer,
                    <Link key="customer" className="link" to={paths.customer(record.code)}>
                      {record.code}
                    </Link>,
                  ],
                ]}
              />
            </div>
          </section>
          <Lots record={record} />
          {record.limits && <Adjust limits={record.limits} />}
        </div>
      </div>
    </>
  );
}

function Lots({ record: { lots } }: Props) {
  const { customerPoints: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="han-dung">
      <div className="card-head">
        <h2 id="han-dung">{words.lots}</h2>
      </div>
      {lots.length === 0 ? (
        <p className="empty-row">{words.no_lots}</p>
      ) : (
        <ul className="rows">
          {lots.map(({ points, ends_at }) => (
            <li key={ends_at ?? ""}>
              <span>{ends_at === null ? words.no_end : words.until({ day: formatDate(ends_at, language) })}</span>
              <span className="num">{words.points({ points: formatNumber(points) })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function History({ record: { code, history, meta: pages } }: Props) {
  const { points, customerPoints: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="lich-su">
      <div className="card-head">
        <h2 id="lich-su">{words.history}</h2>
      </div>
      {history.length === 0 ? (
        <p className="empty-row">{words.none}</p>
      ) : (
        <ol className="rows">
          {history.map((entry) => (
            <li key={`${entry.at} ${entry.balance}`}>
              <span>
                {points.options.reason[entry.reason]}
                {entry.order_code && (
                  <>
                    {" "}
                    <Link className="link" to={paths.order(entry.order_code)}>
                      {entry.order_code}
                    </Link>
                  </>
                )}
                <span className="tiny muted own-line">
                  {formatDateTime(entry.at, language)}
                  {entry.by && ` · ${entry.by}`}
                </span>
                {(entry.why ?? entry.text) && (
                  <span className="small own-line">
                    {[entry.why && words.whys[entry.why], entry.text].filter(Boolean).join(": ")}
                  </span>
                )}
              </span>
              <span className="num">
                {entry.points > 0 ? "+" : ""}
                {formatNumber(entry.points)}
                <span className="tiny muted own-line">{words.after({ points: formatNumber(entry.balance) })}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {pages.last_page > 1 && (
        <p className="panel row">
          {pages.current_page > 1 && (
            <Link className="link" to={paths.customerPoints(code, pages.current_page - 1)}>
              {words.newer}
            </Link>
          )}
          {pages.current_page < pages.last_page && (
            <Link className="link" to={paths.customerPoints(code, pages.current_page + 1)}>
              {words.older}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

const possible = { act: { possible: true, why: null }, why: {} } as const;

function Adjust({ limits }: { limits: NonNullable<PointsRecord["limits"]> }) {
  const { customerPoints: words } = useOfficeMessages();
  const problem = useProblem("adjust");
  const labels = { points: words.amount, why: words.why, text: words.text, ends_on: words.ends_on };
  return (
    <section className="card" aria-labelledby="dieu-chinh">
      <div className="card-head">
        <h2 id="dieu-chinh">{words.adjusting}</h2>
      </div>
      <PossibleAct {...possible} title={words.adjust} icon="gift" intent="adjust">
        <OfficeForm intent="adjust" problem={problem} className="form-stack" labels={labels}>
          <p className="small muted">
            {words.limits({
              at_once: formatNumber(limits.at_once),
              a_month: formatNumber(limits.a_month),
            })}
          </p>
          <TextInput
            {...field<"loyalty.adjust">(problem, "points")}
            id="points"
            label={words.amount}
            help={words.amount_help}
            autoComplete="off"
            maxLength={8}
            required
          />
          <Select
            {...field<"loyalty.adjust">(problem, "why", "late_delivery")}
            id="why"
            label={words.why}
            options={adjustReasons.map((value) => ({ value, text: words.whys[value] }))}
          />
          <TextArea
            {...field<"loyalty.adjust">(problem, "text")}
            id="text"
            label={words.text}
            help={words.text_help}
            rows={2}
            maxLength={500}
            required
          />
          <TextInput
            {...field<"loyalty.adjust">(problem, "ends_on")}
            id="ends_on"
            type="date"
            label={words.ends_on}
            help={words.ends_on_help}
          />
          <SubmitButton intent="adjust">{words.send}</SubmitButton>
        </OfficeForm>
      </PossibleAct>
    </section>
  );
}
