import type { CartGiftCard } from "contract/cart/cart.ts";
import { MAX_CARDS } from "contract/loyalty/card-states.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { type KeyboardEvent, useState } from "react";
import type { OwnField } from "../../forms/field-names.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import type { CardAct, CardsAnswer } from "./card-acts.ts";
import { CodeReason } from "./code-ticket.tsx";

type Act = (name: CardAct, value: string) => void;

type Props = {
  cards: readonly CartGiftCard[];
  answer: CardsAnswer | undefined;
  /** Does it without a new page, once the page is hydrated. */
  act: Act;
  is_busy: boolean;
};

/** Gift cards, which pay last: those that are there, and a field for another. Its fields and buttons are the order form's. */
export function CardsField({ cards, answer, act, is_busy: isBusy }: Props) {
  const { cards: words } = useMessages();
  const done = useDoneCount(answer);
  return (
    <section className="stack cards-entry" aria-labelledby="cards-heading">
      <div className="between row-wrap">
        <h3 className="small row" id="cards-heading">
          <Icon name="gift" size={20} />
          {words.title}
        </h3>
        <span className="tiny muted">{words.last}</span>
      </div>
      {cards.length > 0 && (
        <ul className="code-slots" aria-busy={isBusy}>
          {cards.map((card) => (
            <Entered key={card.key} card={card} act={act} />
          ))}
        </ul>
      )}
      {cards.length < MAX_CARDS && <Entry key={done} answer={answer} act={act} is_busy={isBusy} />}
      {answer?.error && answer.typed === "" && (
        <Note tone="danger" role="alert">
          {answer.error}
        </Note>
      )}
      <p role="status" className={answer?.done ? "small saving" : "visually-hidden"}>
        {answer?.done}
      </p>
    </section>
  );
}

/** A button of the order form, whose name says what it does. */
const acts = (name: CardAct, value: string, act: Act) => ({
  ...{ form: ORDER_FORM, name, value },
  onClick: (event: { preventDefault: () => void }) => {
    event.preventDefault();
    act(name, value);
  },
});

function Entered({ card, act }: { card: CartGiftCard; act: Act }) {
  const { cards: words } = useMessages();
  const locale = useLocale();
  const { key, code_end, balance, amount, ends_at: ends, reason } = card;
  return (
    <li>
      <Icon name="gift" />
      <div className="grow">
        <b className="own-line small num">{words.card({ card: code_end })}</b>
        {ends && (
          <span className="own-line tiny muted num">
            {words.on_it({ amount: formatDong(balance), day: formatDate(new Date(ends), locale) })}
          </span>
        )}
        {amount > 0 && <span className="own-line small less num">{`−${formatDong(amount)}`}</span>}
        {reason && <CodeReason text={words.reasons[reason]} />}
      </div>
      <Button
        variant="ghost"
        size="small"
        aria-label={words.remove_named({ card: code_end })}
        {...acts("drop_card", key, act)}
      >
        {words.remove}
      </Button>
    </li>
  );
}

/** How often something was done: the field is a new, empty one after each. */
function useDoneCount(answer: CardsAnswer | undefined): number {
  const [seen, setSeen] = useState({ answer, count: 0 });
  if (seen.answer === answer) return seen.count;
  const count = answer?.done ? seen.count + 1 : seen.count;
  setSeen({ answer, count });
  return count;
}

/** Behind a line until it is wanted. */
function Entry({ answer, act, is_busy: isBusy }: Pick<Props, "answer" | "act" | "is_busy">) {
  const { cards: words } = useMessages();
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault(); // or it would order
    act("apply_card", "1");
  };
  return (
    <details open={Boolean(answer?.typed)}>
      <summary className="link small">{words.field}</summary>
      <div className="code-entry above-8">
        <TextInput
          form={ORDER_FORM}
          name={"card_code" satisfies OwnField}
          label={words.field}
          hideLabel
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={answer?.typed}
          error={answer?.error ?? undefined}
          onKeyDown={onEnter}
        />
        <Button variant="tinted" loading={isBusy} {...acts("apply_card", "1", act)}>
          {words.apply}
        </Button>
      </div>
    </details>
  );
}
