import type { CartPoints } from "contract/cart/cart.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { type Points, pointsValue } from "contract/values/points.ts";
import type { KeyboardEvent } from "react";
import type { FieldOf, OwnField } from "../../forms/field-names.ts";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { ORDER_FORM } from "../order-form.ts";
import type { PointAct, PointsAnswer } from "./point-acts.ts";

/** Does it without a new page, once the page is hydrated. */
type PointsAct = (name: PointAct, value: string) => void;

type Props = {
  points: CartPoints;
  /** How many are used. */
  taken: Points;
  answer: PointsAnswer | undefined;
  act: PointsAct;
  is_busy: boolean;
};

/** Points of the account for this order; nothing where there are none. Its fields and buttons are the order form's. */
export function PointsField({ points, taken, answer, act, is_busy: isBusy }: Props) {
  const { points: words } = useMessages();
  const { balance, maximum, wanted } = points;
  if (balance === 0 && wanted === 0) return null;
  return (
    <section className="stack points-entry" aria-labelledby="points-heading">
      <div className="between row-wrap">
        <h3 className="small row" id="points-heading">
          <Icon name="coin" size={20} />
          {words.have({ points: formatNumber(balance) })}
        </h3>
        <span className="tiny muted num">{words.worth}</span>
      </div>
      {maximum > 0 ? (
        <Entry key={`${wanted} ${taken} ${answer?.done}`} {...{ taken, answer, act, maximum, is_busy: isBusy }} />
      ) : (
        <p className="small muted">{words.none}</p>
      )}
      {wanted > taken && (
        <Note tone="honey" role="status">
          {words.lowered({ wanted: formatNumber(wanted), taken: formatNumber(taken) })}
        </Note>
      )}
      <p role="status" className={answer?.done ? "small saving" : "visually-hidden"}>
        {answer?.done}
      </p>
    </section>
  );
}

function Entry({ taken, answer, act, maximum, is_busy: isBusy }: Omit<Props, "points"> & { maximum: Points }) {
  const { points: words } = useMessages();
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault(); // or it would order
    act("apply_points", "1");
  };
  const acts = (name: PointAct, value = "1") => ({
    ...{ form: ORDER_FORM, name, value },
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      act(name, value);
    },
  });
  const shown = taken > 0 ? String(taken) : "";
  return (
    <>
      <input type="hidden" form={ORDER_FORM} name={"points_shown" satisfies OwnField} value={shown} />
      <div className="code-entry">
        <TextInput
          form={ORDER_FORM}
          name={"points" satisfies FieldOf<"cart.updateInfo">}
          label={words.field}
          help={words.rule}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={answer?.typed || shown}
          error={answer?.error ?? undefined}
          onKeyDown={onEnter}
        />
        <Button variant="tinted" loading={isBusy} {...acts("apply_points")}>
          {words.apply}
        </Button>
      </div>
      <div className="row row-wrap">
        {taken < maximum && (
          <Button variant="secondary" size="small" {...acts("all_points", String(maximum))}>
            {words.all({ points: formatNumber(maximum) })}
          </Button>
        )}
        {taken > 0 && (
          <Button variant="ghost" size="small" {...acts("drop_points")}>
            {words.remove}
          </Button>
        )}
        {taken > 0 && <span className="small less num">{`−${formatDong(pointsValue(taken))}`}</span>}
      </div>
    </>
  );
}
