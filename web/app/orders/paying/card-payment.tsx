import { isWireFailure } from "contract/errors.ts";
import type { SavedCard } from "contract/payments/card.ts";
import type { CardState, NextStep } from "contract/payments/payments.ts";
import { formatDong } from "contract/values/money.ts";
import { useEffect, useId, useRef, useState } from "react";
import type { FieldOf } from "../../forms/field-names.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Checkbox, ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { Note } from "../../ui/text/note.tsx";
import { CardChallenge } from "./card-challenge.tsx";
import { cardLine } from "./card-line.ts";
import { type CardSession, type Filled, hostedFields, openCardSession } from "./card-session.ts";
import { takeCard } from "./card-steps.ts";
import { OrderCode } from "./order-code.tsx";

type Props = {
  card: CardState;
  next: Extract<NextStep, { kind: "hosted_fields" }>;
  saved_cards: readonly SavedCard[];
  is_member: boolean;
  order_code: string;
  uid_payment: string;
  amount: number;
};

/** The whole step of a card: its fields, which are the gateway's own, then the bank's question. No field here is a card's. */
export function CardPayment(props: Props) {
  const { card: words, paying } = useMessages();
  const paths = usePaths();
  const { card, order_code, uid_payment, amount } = props;
  return (
    <section className="outcome card" aria-labelledby="card-title">
      <PayingStyles />
      <div className="panel stack">
        {card.stage === "fields" ? (
          <>
            <h1 className="h2" id="card-title">
              {words.title}
            </h1>
            <b className="h3 num">{formatDong(amount)}</b>
            <OrderCode code={order_code} />
            {card.tries_left > 0 ? <CardFields {...props} /> : <Note tone="danger">{words.no_tries}</Note>}
          </>
        ) : (
          <CardChallenge card={card} uid_payment={uid_payment} order_code={order_code} />
        )}
        <p>
          <ButtonLink href={paths.repay(uid_payment)} variant="secondary">
            {paying.another_way}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}

function CardFields({ card, next, saved_cards, is_member, order_code, uid_payment }: Props) {
  const { card: words } = useMessages();
  const paths = usePaths();
  const usable = saved_cards.filter(({ is_expired }) => !is_expired);
  const [chosen, setChosen] = useState(usable[0]?.code ?? "");
  const [wrong, setWrong] = useState<Filled["wrong"]>({});
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { session, isLost, boxes } = useCardSession(next);
  const keep = useRef<HTMLInputElement>(null);
  const hidden = useRef<HTMLDivElement>(null);

  async function pay() {
    setBusy(true);
    setProblem("");
    try {
      if (chosen === "") {
        const filled = await session.current?.fill();
        setWrong(filled?.wrong ?? {});
        if (!filled || Object.keys(filled.wrong).length > 0) return fail(words.not_ready);
      }
      const choice = chosen !== "" ? { saved_card: chosen } : keep.current?.checked ? { save_card: "1" as const } : {};
      const addresses = { address: paths.captcha(), own_address: paths.captcha({ own: 1 }) };
      const place = hidden.current ?? document.body;
      if (!(await takeCard({ order_code, uid_payment }, choice, addresses, place))) return fail(words.not_ready);
      location.assign(paths.paymentStatus({ uid_payment }));
    } catch (error) {
      if (isWireFailure(error) && error.body.code === "state_conflict") return location.reload();
      fail(isWireFailure(error) ? error.body.message : words.unanswered);
    }
  }
  function fail(text: string) {
    setProblem(text);
    setBusy(false);
  }

  return (
    <>
      <noscript>
        <Note tone="honey">{words.no_script}</Note>
      </noscript>
      <div className="stack needs-script">
        {usable.length > 0 && (
          <ChoiceGroup legend={words.saved}>
            {usable.map((each) => (
              <Radio
                key={each.code}
                name={"saved_card" satisfies FieldOf<"payments.cardChecked">}
                value={each.code}
                checked={chosen === each.code}
                onChange={() => setChosen(each.code)}
              >
                <span className="num">{cardLine(each)}</span>
              </Radio>
            ))}
            <Radio
              name={"saved_card" satisfies FieldOf<"payments.cardChecked">}
              value=""
              checked={chosen === ""}
              onChange={() => setChosen("")}
            >
              {words.new_card}
            </Radio>
          </ChoiceGroup>
        )}
        <div className="stack" hidden={chosen !== ""}>
          <div className="card-fields">
            {hostedFields.map((name) => (
              <div className="field" key={name}>
                <span className="field-label" id={`${boxes[name]}-label`}>
                  {words.fields[name]}
                </span>
                <div
                  id={boxes[name]}
                  className={classes("card-box", wrong[name] !== undefined && "card-box-wrong")}
                  title={words.fields[name]}
                />
              </div>
            ))}
          </div>
          <p className="muted small">{words.secure}</p>
          {is_member && (
            <Checkbox ref={keep} name={"save_card" satisfies FieldOf<"payments.cardChecked">} value="1">
              {words.save}
            </Checkbox>
          )}
        </div>
        <div role="alert">
          {isLost && chosen === "" && <Note tone="danger">{words.not_loaded}</Note>}
          {problem && (
            <Note tone="danger">
              {problem}
              {hostedFields.map((name) => {
                const why = wrong[name];
                if (why === undefined) return null;
                return <p key={name}>{words.field_wrong({ field: words.fields[name], why })}</p>;
              })}
            </Note>
          )}
        </div>
        <div className="card-hidden" aria-hidden="true" ref={hidden} />
        <Button
          type="button"
          size="large"
          data-hydrate=""
          loading={isBusy}
          loadingText={words.paying}
          onClick={() => void pay()}
        >
          {words.pay}
        </Button>
        <p className="muted small">{isBusy ? words.paying_text : words.tries_left({ count: card.tries_left })}</p>
      </div>
      <p className="muted small">{words.pci}</p>
    </>
  );
}

/** The gateway's fields, once a page. */
function useCardSession({ script, session: id }: Props["next"]) {
  const prefix = useId().replace(/[^\w]/g, "");
  const [isLost, setLost] = useState(false);
  const session = useRef<CardSession>(null);
  const boxes = {
    number: `${prefix}-number`,
    expiryMonth: `${prefix}-month`,
    expiryYear: `${prefix}-year`,
    securityCode: `${prefix}-code`,
  };
  useEffect(() => {
    const places = {
      number: `#${prefix}-number`,
      expiryMonth: `#${prefix}-month`,
      expiryYear: `#${prefix}-year`,
      securityCode: `#${prefix}-code`,
    };
    openCardSession({ script, session: id }, places).then(
      (opened) => {
        session.current = opened;
      },
      (error) => {
        console.warn("The card's fields did not come:", error); // the page says so, and offers another way
        setLost(true);
      },
    );
  }, [script, id, prefix]);
  return { session, isLost, boxes };
}
