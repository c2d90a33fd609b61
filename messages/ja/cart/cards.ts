import type { Messages } from "../../messages.ts";

export const cards = {
  title: "ギフトカード",
  last: "最後に充当、送料にも使えます",
  field: "ギフトカード番号を入力",
  apply: "カードを使う",
  card: (p) => `末尾${p.card}のカード`,
  on_it: (p) => `残高${p.amount}、${p.day}まで`,
  remove: "外す",
  remove_named: (p) => `末尾${p.card}のカードを外す`,
  removed: "このご注文からカードを外しました。",
  applied: (p) => `末尾${p.card}のカードで${p.amount}をお支払いします。`,
  reasons: {
    unknown: "このカードはご注文にお使いいただけません",
    expired: "このカードは有効期限が切れています",
    empty: "このカードの残高はありません",
    not_needed: "先のカードで全額お支払い済みのため、このカードは使われません",
  },
} satisfies Messages["cards"];
