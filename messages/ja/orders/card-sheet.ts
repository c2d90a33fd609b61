import type { CardSheetWords } from "../../vi/orders/card-sheet.ts";

export const cardSheet: CardSheetWords = {
  title: "ギフトカード",
  file: "gift-card.pdf",
  code: "カード番号",
  until: (p) => `有効期限：${p.day}まで`,
  how: [
    "Mutosiのサイトのお支払い時に番号を入力してください。商品代金と送料に、残高がなくなるまで何度でも使えます。",
    "番号をお持ちの方なら、会員登録なしで利用できます。番号は大切に保管してください。",
    "現金との交換、別のカードの購入には使えません。",
  ],
  mail: {
    subject: (p) => `ギフトカード${p.amount}`,
    body: (p) =>
      `${p.name}様\n\nカード番号${p.code}、有効期限${p.until}。番号をお持ちの方が利用できますので大切に保管してください。印刷用PDF：${p.pdf}`,
  },
};
