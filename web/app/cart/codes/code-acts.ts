/**
 * What a shopper does with codes in the order form: they are buttons of that form, so that nothing typed into it is lost, and
 * what was chosen of place and delivery goes along.
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import { codeForm } from "contract/promotions/typed-code.ts";
import { type Dong, formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";
import type { OwnField } from "../../forms/field-names.ts";
import { type FormInput, fromForm } from "../../forms/forms.ts";
import { isWholePlace, placeOf } from "../../shared/place-draft.ts";

export const codeActs = [
  "apply_code",
  "use_code",
  "replace_code",
  "dearer_code",
  "drop_code",
  "best_codes",
] as const satisfies readonly OwnField[];
export type CodeAct = (typeof codeActs)[number];

export type CodesAnswer = {
  /** What stays in the field. */
  typed: string;
  error: string | null;
  /** What the shop asks before it uses this code. */
  offer: { act: "replace_code" | "dearer_code"; code: string } | null;
  done: string | null;
};

export const actOf = (input: FormInput): CodeAct | undefined => codeActs.find((name) => input[name] !== undefined);

export async function actOnCodes(shop: Shop, input: FormInput, act: CodeAct, words: Messages["codes"]) {
  const code = textOf(act === "apply_code" ? input.code : input[act]);
  const typed = textOf(input.code);
  try {
    return { typed: act === "drop_code" || act === "best_codes" ? typed : "", ...nothing, done: await run() };
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    const { body } = error;
    const told = body.errors?.code?.[0] ?? body.message;
    const offers: Record<string, CodeAct> = { coupon_slot_taken: "replace_code", code_dearer: "dearer_code" };
    const next = offers[body.code];
    const offer = next === "replace_code" || next === "dearer_code" ? { act: next, code: codeForm(code) } : null;
    return { typed: act === "apply_code" ? code : typed, error: told, offer, done: null };
  }

  async function run(): Promise<string> {
    const chosen = choicesOf(input);
    if (act === "best_codes") return bestText((await fromForm(shop.cart.chooseCodes)(chosen)).saving, words);
    if (act === "drop_code") {
      const slot = codeSlots.find((each) => each === code);
      if (slot) await removals(shop)[slot]({});
      return words.removed;
    }
    const held = act === "apply_code" && (await shop.cart.get({})).codes.find((each) => isSame(each.code, code));
    if (held) return words.already(held);
    const replace = act === "apply_code" ? {} : { replace: "1" as const };
    const dearer = act === "dearer_code" ? { dearer: "1" as const } : {};
    const asked = { ...chosen, code: act === "apply_code" ? (input.code ?? "") : code, ...replace, ...dearer };
    const { codes } = await fromForm(shop.cart.addCoupon)(asked);
    const name = codes.find((each) => isSame(each.code, code))?.code ?? code;
    return words.applied({ code: name });
  }
}

const nothing = { error: null, offer: null } as const;

const removals = ({ cart }: Shop) => ({
  coupon: cart.removeCoupon,
  delivery_coupon: cart.removeDeliveryCoupon,
  voucher: cart.removeVoucher,
  promo_code: cart.removePromocode,
});

/** Place and delivery as chosen in the form; nothing of a place that is not whole. */
function choicesOf(input: FormInput) {
  const place = placeOf(input);
  const { shipping_method: method } = input;
  return { ...(isWholePlace(place) && place), ...(method !== undefined && { shipping_method: method }) };
}

const bestText = (saving: Dong, words: Messages["codes"]): string =>
  saving > 0 ? words.best_done({ amount: formatDong(saving) }) : words.best_none;

const isSame = (stored: string, typed: string): boolean => codeForm(stored) === codeForm(typed);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
