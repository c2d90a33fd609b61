import type { CartCode, ShownCode } from "contract/cart/codes.ts";
import { type CodeSlot, codeSlots } from "contract/promotions/code-slots.ts";
import { formatDong } from "contract/values/money.ts";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { FieldOf } from "../../forms/field-names.ts";
import { CodesStyles } from "../../hydration/more-styles.tsx";
import { foreign, useLocale, useMessages } from "../../i18n.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { closes, Drawer, opens } from "../../ui/overlays/overlay.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import type { CodeAct, CodesAnswer } from "./code-acts.ts";
import { CodeReason, CodeTicket } from "./code-ticket.tsx";

const icons: Record<CodeSlot, IconName> = {
  coupon: "ticket",
  delivery_coupon: "truck",
  voucher: "gift",
  promo_code: "percent",
};

/** Does it without a new page, once the page is hydrated. */
type Act = (name: CodeAct, value: string) => void;

type Props = {
  codes: readonly CartCode[];
  /** What could be chosen, judged for this order. */
  offers: readonly ShownCode[];
  answer: CodesAnswer | undefined;
  act: Act;
  is_busy: boolean;
  /** Other ways to lower what is due, below the codes. */
  children?: ReactNode;
};

/** The codes of an order: those in their slots, a field for another, and the list to choose from. Its buttons are the order form's. */
export function CodeSlots({ codes, offers, answer, act, is_busy: isBusy, children }: Props) {
  const { codes: words } = useMessages();
  const usable = offers.filter(({ state, is_chosen }) => state === "usable" && !is_chosen);
  const voucher = offers.find(({ slot, is_chosen: isChosen }) => slot === "voucher" && isChosen);
  return (
    <section className="card panel stack" aria-labelledby="codes">
      <CodesStyles />
      <div className="between row-wrap">
        <h2 className="h4" id="codes">
          {words.title}
        </h2>
        <Button variant="ghost" size="small" {...opens("choose-codes")}>
          {words.choose({ count: usable.length })}
        </Button>
      </div>
      {codes.length > 0 && (
        <ul className="code-slots" aria-busy={isBusy}>
          {codes.map((code) => (
            <Slot key={code.slot} code={code} act={act} />
          ))}
        </ul>
      )}
      {voucher && voucher.amount > 0 && voucher.amount < (voucher.most ?? 0) && (
        <p className="tiny muted">{words.voucher_rest}</p>
      )}
      <Entry key={useDoneCount(answer)} answer={answer} act={act} is_busy={isBusy} />
      <Result answer={answer} act={act} />
      {(usable.length > 0 || codes.length > 0) && (
        <div>
          <Button variant="secondary" size="small" icon="check" {...acts("best_codes", "1", act)}>
            {words.best}
          </Button>
        </div>
      )}
      {children}
      <Picker offers={offers} act={act} />
    </section>
  );
}

/** A button of the order form, whose name says what it does. */
function acts(name: CodeAct, value: string, act: Act): Pick<ButtonProps, "name" | "value" | "form" | "onClick"> {
  return {
    form: ORDER_FORM,
    name,
    value,
    onClick: (event) => {
      event.preventDefault();
      act(name, value);
    },
  };
}

function Slot({ code: held, act }: { code: CartCode; act: Act }) {
  const { slot, code, title, lang, amount, reason } = held;
  const { codes: words } = useMessages();
  const locale = useLocale();
  return (
    <li>
      <Icon name={icons[slot]} />
      <div className="grow">
        <span className="own-line tiny muted">{words.slots[slot]}</span>
        <b className="own-line small ticket-code">{code}</b>
        <span className="own-line tiny muted" {...foreign(lang, locale)}>
          {title}
        </span>
        {amount > 0 && <span className="own-line small less num">{`−${formatDong(amount)}`}</span>}
        <DeliveryMore code={held} />
        {reason && <CodeReason text={reason} />}
      </div>
      <Button variant="ghost" size="small" aria-label={words.remove_named({ code })} {...acts("drop_code", slot, act)}>
        {words.remove}
      </Button>
    </li>
  );
}

/** What it takes off is not all that changes. */
function DeliveryMore({ code: { delivery_more: more } }: { code: CartCode }) {
  const { codes: words } = useMessages();
  return more > 0 ? <CodeReason text={words.delivery_more({ amount: formatDong(more) })} /> : null;
}

/** How often something was done: the field is a new, empty one after each, also where the same was done twice. */
function useDoneCount(answer: CodesAnswer | undefined): number {
  const [seen, setSeen] = useState({ answer, count: 0 });
  if (seen.answer === answer) return seen.count;
  const count = answer?.done ? seen.count + 1 : seen.count;
  setSeen({ answer, count });
  return count;
}

/** Behind a line until it is wanted: an empty field sends people away in search of codes. */
function Entry({ answer, act, is_busy: isBusy }: Pick<Props, "answer" | "act" | "is_busy">) {
  const { codes: words } = useMessages();
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault(); // or it would order
    act("apply_code", "1");
  };
  return (
    <details open={Boolean(answer?.typed)}>
      <summary className="link small">{words.field}</summary>
      <div className="code-entry above-8">
        <TextInput
          form={ORDER_FORM}
          name={"code" satisfies FieldOf<"cart.addCoupon">}
          label={words.field}
          hideLabel
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={answer?.typed}
          error={answer?.offer ? undefined : (answer?.error ?? undefined)}
          onKeyDown={onEnter}
        />
        <Button variant="tinted" loading={isBusy} {...acts("apply_code", "1", act)}>
          {words.apply}
        </Button>
      </div>
    </details>
  );
}

/** What came of it: said once, and asked where the shop asks first. */
function Result({ answer, act }: Pick<Props, "answer" | "act">) {
  const { codes: words } = useMessages();
  const { offer = null, error = null, done = null, typed = "" } = answer ?? {};
  return (
    <>
      <div role="alert" className="stack">
        {offer && (
          <Note tone="honey">
            <p>{error}</p>
            <Button variant="secondary" size="small" {...acts(offer.act, offer.code, act)}>
              {offer.act === "replace_code"
                ? words.replace({ code: offer.code })
                : words.use_anyway({ code: offer.code })}
            </Button>
          </Note>
        )}
        {error && !offer && typed === "" && <Note tone="danger">{error}</Note>}
      </div>
      <p role="status" className={done ? "small saving" : "visually-hidden"}>
        {done}
      </p>
    </>
  );
}

function Picker({ offers, act }: Pick<Props, "offers" | "act">) {
  const { codes: words, common } = useMessages();
  const groups = codeSlots.map((slot) => ({ slot, offers: offers.filter((each) => each.slot === slot) }));
  return (
    <Drawer id="choose-codes" title={words.choose_title} closeLabel={common.close}>
      <div className="stack-loose">
        <p className="tiny muted">{words.one_each}</p>
        {offers.length === 0 && <p className="small">{words.none}</p>}
        {groups
          .filter((group) => group.offers.length > 0)
          .map((group) => (
            <section key={group.slot} className="stack" aria-labelledby={`choose-${group.slot}`}>
              <h3 className="small" id={`choose-${group.slot}`}>
                {words.slots[group.slot]}
              </h3>
              <ul className="tickets">
                {group.offers.map((code) => (
                  <Choice key={code.code} code={code} act={act} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Drawer>
  );
}

function Choice({ code, act }: { code: ShownCode; act: Act }) {
  const { codes: words } = useMessages();
  const { state, is_chosen: isChosen, amount, reason } = code;
  const use = acts("use_code", code.code, act);
  const drop = acts("drop_code", code.slot, act);
  const { onClick: close } = closes("choose-codes");
  return (
    <CodeTicket
      code={code}
      is_on={isChosen}
      is_off={state !== "usable"}
      note={
        <>
          {amount > 0 && <span className="own-line tiny saving num">{words.off({ amount: formatDong(amount) })}</span>}
          <DeliveryMore code={code} />
          {reason && <CodeReason text={reason} />}
        </>
      }
      action={
        isChosen ? (
          <Button variant="ghost" size="small" aria-label={words.remove_named(code)} {...drop}>
            {words.remove}
          </Button>
        ) : (
          state === "usable" && (
            <Button
              variant="tinted"
              size="small"
              aria-label={words.use_named(code)}
              {...use}
              onClick={(event) => {
                use.onClick?.(event);
                close(event);
              }}
            >
              {words.use}
            </Button>
          )
        )
      }
    />
  );
}
