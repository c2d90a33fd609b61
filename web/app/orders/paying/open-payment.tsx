import type { SavedCard } from "contract/payments/card.ts";
import type { DuePayment } from "contract/payments/pay-links.ts";
import type { CardState, NextStep, PaymentView } from "contract/payments/payments.ts";
import { formatDong } from "contract/values/money.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { CardPayment } from "./card-payment.tsx";
import { useCheckedAgain } from "./checked-again.ts";
import { OrderCode } from "./order-code.tsx";
import { PayLink } from "./pay-link.tsx";
import { ProviderStep } from "./provider-step.tsx";
import { Transfer } from "./transfer.tsx";

/** What a payment waits for, told by the server alone: the browser that comes back from a provider proves nothing. */
type Stage = "transfer" | "link" | "begin" | "leaving" | "confirming" | "failed" | "expired" | "review" | "differs";

type Waiting = {
  payment: PaymentView;
  next: NextStep | null;
  due: DuePayment | null;
  is_leaving: boolean;
  has_returned: boolean;
};

type Try = DuePayment["attempts"][number];
type Paying = ReturnType<typeof useMessages>["paying"];

/** In the reader's words; not every provider says why. */
export function whyOf({ state, reason }: Pick<Try, "state" | "reason">, words: Paying): string {
  if (reason) return words.reasons[reason];
  return state === "expired" ? words.reasons.expired : words.failed;
}

/** The newest by the way to pay that was chosen last. */
const lastOf = ({ payment, due }: Pick<Waiting, "payment" | "due">) =>
  due?.attempts.find(({ method }) => method === payment.method);

function stageOf(waiting: Waiting): Stage {
  const { payment, next, is_leaving, has_returned } = waiting;
  if (payment.transfer) return "transfer";
  if (payment.link) return "link";
  const last = lastOf(waiting);
  if (last?.held_by === "amount_differs") return "differs";
  if (last?.held_by === "review") return "review";
  if (last?.state === "failed" || last?.state === "expired") return last.state;
  if (next?.kind === "redirect") return is_leaving ? "leaving" : "confirming";
  // A card has steps of its own after its bank has answered: card-challenge.tsx.
  if (next && next.kind !== "hosted_fields" && has_returned) return "confirming";
  return "begin";
}

type Props = Waiting & { order_code: string; uid_payment: string; can_start: boolean; now: string } & {
  card: CardState | null;
  is_member: boolean;
  saved_cards: readonly SavedCard[];
};

/** Where checking goes on by itself, in minutes; the message that follows reaches who has left. */
const CHECKED_MINUTES = 2; // rules/payments#settlement

export function OpenPayment(props: Props) {
  const { orders, paying: words } = useMessages();
  const paths = usePaths();
  const { payment, next, order_code, uid_payment, can_start, now } = props;
  const stage = stageOf(props);
  const isChecked = stage === "confirming" || stage === "review" || stage === "differs";
  const { isOver } = useCheckedAgain(CHECKED_MINUTES, isChecked);
  const name = payment.method_name;
  const last = lastOf(props);
  const why = last ? whyOf(last, words) : "";
  const { card, is_member, saved_cards } = props;
  if (stage === "begin" && card && next?.kind === "hosted_fields") {
    return <CardPayment {...{ card, next, saved_cards, is_member, order_code, uid_payment, amount: payment.amount }} />;
  }
  const isOff = stage === "failed" || stage === "expired";
  const { title, text, icon } = textsOf(stage, { orders, words, name, amount: formatDong(payment.amount), why });
  return (
    <>
      <section className="outcome card" role="status">
        <PayingStyles />
        {isChecked && (
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        )}
        <div className="outcome-head">
          <span className={classes("outcome-icon", isOff ? "outcome-icon-failed" : "outcome-icon-waiting")}>
            <Icon name={icon} size={36} />
          </span>
          <h1 className="h2">{title}</h1>
          <p className="muted">{stage === "confirming" && isOver ? words.not_confirmed : text}</p>
          <OrderCode code={order_code} />
          <div className="row row-wrap row-centre above-16">
            {next && (next.kind === "redirect" || stage !== "confirming") && (
              <ProviderStep next={next} name={name} goes={stage === "leaving"} />
            )}
            {can_start && (
              <form method="post">
                <Button type="submit" size="large" name="intent" value="pay">
                  {isOff ? words.again_with({ name }) : orders.pay_at({ name })}
                </Button>
              </form>
            )}
            {stage !== "transfer" && (
              <ButtonLink href={paths.repay(uid_payment)} variant="secondary" size={isOff ? "large" : "medium"}>
                {words.another_way}
              </ButtonLink>
            )}
          </div>
        </div>
      </section>
      {payment.transfer && <Transfer payment={payment} guide={payment.transfer} uid_payment={uid_payment} now={now} />}
      {payment.link && <PayLink link={payment.link} uid_payment={uid_payment} />}
    </>
  );
}

type Words = ReturnType<typeof useMessages>;
type Said = { orders: Words["orders"]; words: Words["paying"]; name: string; amount: string; why: string };

function textsOf(
  stage: Stage,
  { orders, words, name, amount, why }: Said,
): { title: string; text: string; icon: IconName } {
  switch (stage) {
    case "transfer":
      return { title: orders.waiting_title, text: orders.waiting_text, icon: "clock" };
    case "link":
      return { title: words.link_ready, text: words.link_ready_text, icon: "clock" };
    case "begin":
      return { title: words.begin_title, text: words.begin_text({ name, amount }), icon: "card" };
    case "leaving":
      return { title: words.going_to({ name }), text: words.leave_text({ name, amount }), icon: "clock" };
    case "confirming":
      return { title: words.confirming_title, text: words.confirming_text({ name }), icon: "clock" };
    case "failed":
      return { title: words.failed_title, text: words.failed_text({ name, why }), icon: "close" };
    case "expired":
      return { title: words.expired_title, text: words.expired_text({ name }), icon: "close" };
    case "review":
      return { title: words.review_title, text: words.review_text, icon: "clock" };
    case "differs":
      return { title: words.differs_title, text: words.differs_text, icon: "warning" };
  }
}
