import type { RefundRecord } from "contract/payments/desk/desk-payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, type SentForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, StepUpFields, SubmitButton, useProblem, verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/refund";
import { refundTones } from "./money-tones.ts";

export const meta = titled(({ refunds }) => refunds.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).payments.refund({ id: params.id });
}

const acts = [
  ["send", "refresh", "sendRefund"],
  ["owe", "cash", "oweRefund"],
  ["reopen", "check", "reopenOrder"],
  ["keep", "lock", "keepRefund"],
  ["count", "receipt", "countRefund"],
  ["drop", "close", "dropRefund"],
] as const satisfies readonly (readonly [keyof RefundRecord["acts"], IconName, string])[];

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { money } = messagesIn(context);
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.refund(params.id));
  };
  return decide(form, context, params.id, done(form.intent === "send" ? money.is_sent : money.done));
}

function decide(form: SentForm, context: Route.ActionArgs["context"], id: string, done: () => Response) {
  const { payments } = shopOf(context);
  if (form.intent === "count")
    return submit(form, payments.countRefund, { id, ...sent(form, "version", "reason", "order_code") }, done);
  const call = acts.find(([name]) => name === form.intent)?.[2] ?? "keepRefund";
  if (call === "countRefund") throw new Response("Not found", { status: 404 });
  return submit(form, payments[call], { id, ...sent(form, "version", "reason") }, done);
}

/** One refund: what it is of, what became of it, and what can be decided. */
export default function Refund() {
  const { refunds, money } = useOfficeMessages();
  const refund = useLoaderData<typeof loader>();
  const language = useLanguage();
  const about = money.about({
    reason: refunds.options.reason[refund.reason],
    at: formatDateTime(refund.created_at, language),
  });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.refunds()}>
          {refunds.title}
        </Link>
      </p>
      <PageHead title={`${money.refund({ id: refund.id })} · ${formatDong(refund.amount)}`} about={about}>
        <Status tone={refundTones[refund.status]}>{refunds.options.status[refund.status]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Acts refund={refund} />
          <History refund={refund} />
        </div>
        <div className="pile">
          <About refund={refund} />
        </div>
      </div>
    </>
  );
}

function Acts({ refund }: { refund: RefundRecord }) {
  const { money } = useOfficeMessages();
  const own = acts.flatMap(([name, icon]) => {
    const act = refund.acts[name];
    return act ? [{ name, icon, act }] : [];
  });
  if (own.length === 0) return null;
  return (
    <section className="card" aria-labelledby="quyet-dinh">
      <div className="card-head">
        <h2 id="quyet-dinh">{money.acts_title}</h2>
      </div>
      {own.map(({ name, icon, act }) => (
        <PossibleAct key={name} act={act} why={money.hindrances} title={money.acts[name]} icon={icon} intent={name}>
          <Decision name={name} version={refund.version} needsProof={name === "send" || name === "owe"} />
          {act.why && <p className="small">{money.hindrances[act.why]}</p>}
        </PossibleAct>
      ))}
    </section>
  );
}

type DecisionProps = { name: keyof RefundRecord["acts"]; version: number; needsProof: boolean };

function Decision({ name, version, needsProof }: DecisionProps) {
  const { money } = useOfficeMessages();
  const problem = useProblem(name);
  const labels = { reason: money.reason, order_code: money.other_order };
  return (
    <OfficeForm intent={name} problem={problem} className="form-stack" labels={labels}>
      <p className="small">{money.texts[name]}</p>
      <Hidden<"payments.keepRefund"> name="version" value={version} />
      {name === "count" && (
        <TextInput
          {...field<"payments.countRefund">(problem, "order_code")}
          id="count-order"
          label={money.other_order}
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
      <TextInput
        {...field<"payments.keepRefund">(problem, "reason")}
        id={`${name}-reason`}
        label={money.reason}
        autoComplete="off"
        required
      />
      {needsProof && <StepUpFields intent={name} />}
      <SubmitButton intent={name} variant={name === "drop" ? "danger" : "primary"}>
        {money.acts[name]}
      </SubmitButton>
    </OfficeForm>
  );
}

function About({ refund }: { refund: RefundRecord }) {
  const { refunds, money, flagged } = useOfficeMessages();
  const { order_code, attempt, after, counted_to } = refund;
  const flags = flagged.options.flag as Readonly<Record<string, string>>;
  const orderLink = (code: string) => (
    <Link className="link" to={paths.order(code)}>
      {code}
    </Link>
  );
  const rows: [string, ReactNode][] = [
    [money.amount, formatDong(refund.amount)],
    ...(order_code ? [[money.order, orderLink(order_code)] as [string, ReactNode]] : []),
    [refunds.columns.way, refunds.options.way[refund.way]],
    ...(attempt
      ? ([
          [money.paid_by, attempt.method_name],
          [money.reference, attempt.provider_txn_no ?? attempt.provider_ref],
          [money.asked_for, formatDong(attempt.amount)],
          [money.received, formatDong(attempt.received)],
          [money.counted, formatDong(attempt.counted)],
          [money.flags, attempt.flags.map((flag) => flags[flag] ?? flag).join(", ") || "–"],
        ] as [string, ReactNode][])
      : []),
    ...(refund.bank_reference ? [[money.bank_reference, refund.bank_reference] as [string, ReactNode]] : []),
    ...(refund.provider_refund_no
      ? [[money.provider_refund_no, refund.provider_refund_no] as [string, ReactNode]]
      : []),
    ...(after === null
      ? []
      : [
          [
            money.after,
            <Link key="after" className="link" to={paths.refund(after)}>
              {after}
            </Link>,
          ] as [string, ReactNode],
        ]),
    ...(counted_to ? [[money.counted_to, orderLink(counted_to)] as [string, ReactNode]] : []),
  ];
  return (
    <section className="card" aria-labelledby="khoan">
      <div className="card-head">
        <h2 id="khoan">{money.facts}</h2>
      </div>
      <div className="panel">
        <Facts rows={rows} />
      </div>
    </section>
  );
}

function History({ refund: { history } }: { refund: RefundRecord }) {
  const { refunds, money } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{money.history}</h2>
      </div>
      <ol className="rows">
        {history.toReversed().map(({ status, at, by, note }) => (
          <li key={`${at} ${status}`}>
            <span>
              <b>{by ?? money.by_shop}</b> {refunds.options.status[status]}
              {note && <span className="own-line">{note}</span>}
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
