import type { CreditRecord } from "contract/payments/desk/desk-payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
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
import type { Route } from "./+types/credit";
import { creditTones } from "./money-tones.ts";

export const meta = titled(({ credits }) => credits.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).payments.credit({ id: params.id });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { payments } = shopOf(context);
  const { money } = messagesIn(context);
  const { id } = params;
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const done = () => {
    flash(context, "success", money.done);
    return redirect(paths.credit(id));
  };
  return form.intent === "give_back"
    ? submit(form, payments.returnCredit, { id, ...sent(form, "reference", "reason") }, done)
    : submit(form, payments.matchCredit, { id, ...sent(form, "order_code", "reason") }, done);
}

/** One transfer that arrived: what the bank says of it, the orders it may be of, and what can be done. */
export default function Credit() {
  const { credits, money } = useOfficeMessages();
  const credit = useLoaderData<typeof loader>();
  const language = useLanguage();
  const about = money.credit_about({ at: formatDateTime(credit.booked_at, language), source: credit.source });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.credits()}>
          {credits.title}
        </Link>
      </p>
      <PageHead title={`${money.credit({ id: credit.id })} · ${formatDong(credit.amount)}`} about={about}>
        <Status tone={creditTones[credit.state]}>{credits.options.state[credit.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Acts credit={credit} />
        </div>
        <div className="pile">
          <section className="card" aria-labelledby="giao-dich">
            <div className="card-head">
              <h2 id="giao-dich">{money.facts}</h2>
            </div>
            <div className="panel">
              <Facts
                rows={[
                  [money.amount, formatDong(credit.amount)],
                  [money.content, credit.content || "–"],
                  [money.bank_reference, credit.bank_reference || credit.txn],
                  [money.account, credit.account_number],
                  ...(credit.order_code
                    ? [[money.order, <OrderLink key="order" code={credit.order_code} />] as const]
                    : []),
                ]}
              />
            </div>
          </section>
          <Proposed credit={credit} />
        </div>
      </div>
    </>
  );
}

function OrderLink({ code }: { code: string }) {
  return (
    <Link className="link" to={paths.order(code)}>
      {code}
    </Link>
  );
}

function Proposed({ credit: { proposed } }: { credit: CreditRecord }) {
  const { money } = useOfficeMessages();
  if (proposed.length === 0) return null;
  return (
    <section className="card" aria-labelledby="don-co-ma">
      <div className="card-head">
        <h2 id="don-co-ma">{money.proposed}</h2>
      </div>
      <ul className="rows">
        {proposed.map(({ order_code, due, status }) => (
          <li key={order_code}>
            <span>
              <OrderLink code={order_code} />
              <span className="tiny muted own-line">
                {money.proposed_due({ due: formatDong(due), status: money.states[status] })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Acts({ credit }: { credit: CreditRecord }) {
  const { money } = useOfficeMessages();
  const { match, give_back } = credit.acts;
  if (!match && !give_back) return null;
  return (
    <section className="card" aria-labelledby="quyet-dinh">
      <div className="card-head">
        <h2 id="quyet-dinh">{money.acts_title}</h2>
      </div>
      {match && (
        <PossibleAct act={match} why={money.hindrances} title={money.acts.match} icon="check" intent="match" open>
          <Match proposed={credit.proposed[0]?.order_code ?? ""} />
        </PossibleAct>
      )}
      {give_back && (
        <PossibleAct act={give_back} why={money.hindrances} title={money.acts.give_back} icon="cash" intent="give_back">
          <GiveBack />
        </PossibleAct>
      )}
    </section>
  );
}

function Match({ proposed }: { proposed: string }) {
  const { money } = useOfficeMessages();
  const problem = useProblem("match");
  const typed = field<"payments.matchCredit">(problem, "order_code");
  return (
    <OfficeForm
      intent="match"
      problem={problem}
      className="form-stack"
      labels={{ order_code: money.other_order, reason: money.reason }}
    >
      <p className="small">{money.texts.match}</p>
      <TextInput
        {...typed}
        defaultValue={typed.defaultValue || proposed}
        label={money.other_order}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextInput
        {...field<"payments.matchCredit">(problem, "reason")}
        id="match-reason"
        label={money.reason}
        autoComplete="off"
        required
      />
      <SubmitButton intent="match" variant="primary">
        {money.acts.match}
      </SubmitButton>
    </OfficeForm>
  );
}

function GiveBack() {
  const { money } = useOfficeMessages();
  const problem = useProblem("give_back");
  return (
    <OfficeForm
      intent="give_back"
      problem={problem}
      className="form-stack"
      labels={{ reference: money.bank_reference, reason: money.reason }}
    >
      <p className="small">{money.texts.give_back}</p>
      <TextInput
        {...field<"payments.returnCredit">(problem, "reference")}
        label={money.bank_reference}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextInput
        {...field<"payments.returnCredit">(problem, "reason")}
        id="give-back-reason"
        label={money.reason}
        autoComplete="off"
        required
      />
      <StepUpFields intent="give_back" />
      <SubmitButton intent="give_back" variant="primary">
        {money.acts.give_back}
      </SubmitButton>
    </OfficeForm>
  );
}
