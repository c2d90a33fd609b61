/**
 * What a shopper does with points in the order form. Like those of codes they are buttons of that form, so that nothing typed
 * into it is lost.
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { formatNumber } from "contract/values/locale.ts";
import type { Messages } from "messages/messages.ts";
import type { OwnField } from "../../forms/field-names.ts";
import { EMPTY, type FormInput, type FormValue, fromForm } from "../../forms/forms.ts";

const pointActs = ["apply_points", "all_points", "drop_points"] as const satisfies readonly OwnField[];
export type PointAct = (typeof pointActs)[number];

/** `typed` is what stays in the field. */
export type PointsAnswer = { typed: string; error: string | null; done: string | null };

export const pointActOf = (input: FormInput): PointAct | undefined =>
  pointActs.find((name) => input[name] !== undefined);

/** Another figure than was used when the form was shown: an order with it would not be what was meant. */
export const hasTypedPoints = ({ points = EMPTY, points_shown: shown = EMPTY }: FormInput): boolean => points !== shown;

export async function actOnPoints(
  shop: Shop,
  input: FormInput,
  act: PointAct,
  words: Messages["points"],
): Promise<PointsAnswer> {
  const typed = typeof input.points === "string" ? input.points : "";
  try {
    const { totals } = await fromForm(shop.cart.updateInfo)({ points: chosen() });
    const done = totals.points > 0 ? words.used({ points: formatNumber(totals.points) }) : words.removed;
    return { typed: "", error: null, done };
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    return { typed, error: error.body.errors?.points?.[0] ?? error.body.message, done: null };
  }

  function chosen(): FormValue | number {
    if (act === "all_points") return input.all_points ?? 0;
    return act === "drop_points" || typed === "" ? 0 : (input.points ?? 0);
  }
}
