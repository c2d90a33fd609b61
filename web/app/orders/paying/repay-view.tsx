import type { DuePayment } from "contract/payments/pay-links.ts";
import type { PaymentMethodView } from "contract/payments/payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { useActionData, useNavigation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { type FormProblem, fieldError } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { useLayoutData } from "../../frame/layout-data.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useLocale, useMessages } from "../../i18n.tsx";
import { MethodCards } from "../../shared/method-cards.tsx";
import { OrderedLine } from "../../shared/ordered-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Timeline } from "../../ui/text/steps.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { whyOf } from "./open-payment.tsx";

type Props = { due: DuePayment; methods: readonly PaymentMethodView[]; now: string };

/** What is still to be paid, how it was tried, and the ways there are. Two columns on wide screens, as the order form. */
export function RepayView({ due, methods, now }: Props) {
  const { paying: words } = useMessages();
  const problem = problemOf(useActionData());
  return (
    <div className="stack-loose section">
      <PayingStyles />
      <h1>{due.link_expires_at ? words.link_title : words.repay_title}</h1>
      <div className="with-summary">
        <div className="stack">
          {problem && problem.code !== "invalid" && (
            <Note tone="danger" role="alert">
              {problem.message}
            </Note>
          )}
          <Held due={due} now={now} />
          {due.link_expires_at && <Note icon="user">{words.for_another}</Note>}
          <LastTry due={due} methods={methods} />
          <Ways due={due} methods={methods} problem={problem} />
        </div>
        <div className="stack">
          <Ordered due={due} />
          <Tries due={due} />
        </div>
      </div>
    </div>
  );
}

function Held({ due: { order_code, payment }, now }: { due: DuePayment; now: string }) {
  const { orders, paying: words } = useMessages();
  const locale = useLocale();
  const code = groupedCode(order_code);
  if (payment.is_on_delivery) return <Note>{words.on_delivery}</Note>;
  if (!payment.expires_at) return <Note tone="honey">{words.held({ code })}</Note>;
  const at = formatDateTime(new Date(payment.expires_at), locale);
  return (
    <Note tone="honey">
      <div className="between row-wrap">
        <span className="grow">
          <Unbroken text={words.held_until({ code, at })} />
        </span>
        <span className="needs-script">
          <Countdown until={payment.expires_at} now={now} label={at} ended={words.lapsed_title} days={orders.days} />
        </span>
      </div>
    </Note>
  );
}

/** The last try, where it did not go through, and the button that begins the same again. */
function LastTry({ due: { attempts, payment }, methods }: Pick<Props, "due" | "methods">) {
  const { paying: words } = useMessages();
  const locale = useLocale();
  const last = attempts.find(({ method }) => method === payment.method);
  if (!last || (last.state !== "failed" && last.state !== "expired")) return null;
  const isOffered = methods.some(({ code, unavailable }) => code === last.method && unavailable === null);
  const at = formatDateTime(new Date(last.started_at), locale);
  return (
    <section className="card panel stack" aria-labelledby="last">
      <div className="row row-top">
        <Icon name="error" size={24} />
        <div>
          <h2 className="h4" id="last">
            {words.last_failed}
          </h2>
          <p className="small soft">
            {words.last_at({ name: last.method_name, at })} {whyOf(last, words)} {words.not_charged}
          </p>
        </div>
      </div>
      {isOffered && (
        <form method="post" className="row row-wrap">
          <input type="hidden" name={"payment_method" satisfies FieldOf<"payments.start">} value={last.method} />
          <Button size="large" name="intent" value="pay">
            {words.again_with({ name: last.method_name })}
          </Button>
          <a className="link" href="#payment_method">
            {words.another_way}
          </a>
        </form>
      )}
    </section>
  );
}

function Ways({ due, methods, problem }: Omit<Props, "now"> & { problem: FormProblem | undefined }) {
  const { paying: words } = useMessages();
  const busy = useNavigation().state !== "idle";
  const hasTried = due.attempts.some(({ state }) => state === "failed" || state === "expired");
  return (
    <form method="post" className="card panel stack">
      <MethodCards
        methods={methods}
        name={"payment_method" satisfies FieldOf<"payments.start">}
        chosen={due.payment.is_on_delivery || hasTried ? "" : due.payment.method}
        legend={<span className="h4">{hasTried ? words.other_ways : words.ways}</span>}
        error={fieldError<"payments.start">(problem, "payment_method")}
      />
      <div className="row row-wrap">
        <Button name="intent" value="pay" loading={busy}>
          {words.go_on}
        </Button>
        <span className="muted small">{words.choose_one}</span>
      </div>
    </form>
  );
}

function Ordered({ due: { order_code, lines, placed_at, payment, due } }: { due: DuePayment }) {
  const { paying: words } = useMessages();
  const locale = useLocale();
  return (
    <section className="card" aria-labelledby="ordered">
      <div className="card-head">
        <h2 className="h4" id="ordered">
          <Unbroken text={words.order_title({ code: groupedCode(order_code) })} />
        </h2>
      </div>
      <ul className="lines">
        {lines.map(({ key, name, quantity, image }) => (
          <OrderedLine key={key} imageId={image.id}>
            <Unbroken text={name} />
            <p className="muted small num">{words.quantity({ count: quantity })}</p>
          </OrderedLine>
        ))}
      </ul>
      <div className="panel stack">
        <KeyValues
          rows={[
            { key: "placed", name: words.placed, value: formatDateTime(new Date(placed_at), locale) },
            ...(payment.received > 0
              ? [{ key: "in", name: words.already_in, value: formatDong(payment.received) }]
              : []),
          ]}
        />
        <hr className="rule" />
        <div className="between row-wrap">
          <b>{words.due}</b>
          <span className="h2 num">{formatDong(due)}</span>
        </div>
      </div>
    </section>
  );
}

function Tries({ due: { attempts } }: { due: DuePayment }) {
  const { paying: words } = useMessages();
  const locale = useLocale();
  const layout = useLayoutData();
  return (
    <section className="card panel stack" aria-labelledby="tries">
      <h2 className="h4" id="tries">
        {words.attempts}
      </h2>
      <Timeline
        label={words.attempts}
        events={attempts.map(({ n, method_name: name, state, started_at }) => ({
          key: String(n),
          text: words.attempt({ name, state: words.attempt_states[state] }),
          detail: words.started({ at: formatDateTime(new Date(started_at), locale) }),
        }))}
      />
      {layout?.hotline && <p className="muted small">{words.help({ hotline: layout.hotline.display })}</p>}
    </section>
  );
}
