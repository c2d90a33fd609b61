import type { CardSheetWords } from "../../vi/orders/card-sheet.ts";

export const cardSheet: CardSheetWords = {
  title: "Gift card",
  file: "gift-card.pdf",
  code: "Card code",
  until: (p) => `Good until the end of ${p.day}`,
  how: [
    "Enter the code at payment on Mutosi's site. The card pays goods and delivery, as often as you like until it is empty.",
    "It works for its bearer, with or without an account. Please keep the code safe.",
    "It is not paid out in cash and does not pay for another card.",
  ],
  mail: {
    subject: (p) => `Gift card ${p.amount}`,
    body: (p) =>
      `Hello ${p.name},\n\nCard code ${p.code}, valid until ${p.until}. It works for its bearer, so keep it safe. Printable PDF: ${p.pdf}`,
  },
};
