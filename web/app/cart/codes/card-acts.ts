/**
 * What a shopper does with gift cards in the order form. Like those of codes they are buttons of that form, so that nothing typed
 * into it is lost.
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { formatDong } from "contract/values/money.ts";
import type { Messages } from "messages/messages.ts";
import type { OwnField } from "../../forms/field-names.ts";
import { type FormInput, fromForm } from "../../forms/forms.ts";

const cardActs = ["apply_card", "drop_card"] as const satisfies readonly OwnField[];
export type CardAct = (typeof cardActs)[number];

/** `typed` is what stays in the field. */
export type CardsAnswer = { typed: string; error: string | null; done: string | null };

export const cardActOf = (input: FormInput): CardAct | undefined => cardActs.find((name) => input[name] !== undefined);

export const hasTypedCard = ({ card_code: typed }: FormInput): boolean =>
  typeof typed === "string" && typed.trim() !== "";

export async function actOnCards(
  shop: Shop,
  input: FormInput,
  act: CardAct,
  words: Messages["cards"],
): Promise<CardsAnswer> {
  const typed = typeof input.card_code === "string" ? input.card_code : "";
  try {
    if (act === "drop_card") {
      await fromForm(shop.cart.removeGiftCard)({ key: input.drop_card ?? "" });
      return { typed, error: null, done: words.removed };
    }
    const { gift_cards: cards } = await fromForm(shop.cart.addGiftCard)({ code: input.card_code ?? "" });
    const last = cards.at(-1);
    const done = last ? words.applied({ card: last.code_end, amount: formatDong(last.amount) }) : null;
    return { typed: "", error: null, done };
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    return { typed, error: error.body.errors?.code?.[0] ?? error.body.message, done: null };
  }
}
