import type { Messages } from "../../messages.ts";

export const cards = {
  title: "Gift cards",
  last: "pays last, delivery too",
  field: "Enter a gift card code",
  apply: "Use card",
  card: (p) => `Card ending ${p.card}`,
  on_it: (p) => `${p.amount} left, until ${p.day}`,
  remove: "Remove",
  remove_named: (p) => `Remove the card ending ${p.card}`,
  removed: "The card is no longer in this order.",
  applied: (p) => `The card ending ${p.card} pays ${p.amount}.`,
  reasons: {
    unknown: "This card cannot be used for your order",
    expired: "This card has expired",
    empty: "There is nothing left on this card",
    not_needed: "The cards before it pay everything; this one is not used",
  },
} satisfies Messages["cards"];
