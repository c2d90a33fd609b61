import type { points as vi } from "../../vi/cart/points.ts";

type Points = { points: string };

export const points = {
  title: "ポイント",
  have: (p: Points) => `保有ポイント：${p.points}`,
  worth: "1ポイント = 1,000 đ",
  field: "ご利用ポイント",
  rule: "10ポイント単位、コード・商品券適用後の商品代金の半額までご利用いただけます。",
  none: "このご注文にはポイントをご利用いただけません。10ポイントから、コード・商品券適用後の商品代金の半額までです。",
  apply: "使う",
  all: (p: Points) => `このご注文の上限${p.points}ポイントを使う`,
  remove: "使わない",
  lowered: (p: { wanted: string; taken: string }) =>
    `${p.wanted}ポイントをお選びでしたが、このご注文で使えるのは${p.taken}ポイントまでになりました。`,
  used: (p: Points) => `このご注文に${p.points}ポイントを使います。`,
  removed: "このご注文にはポイントを使いません。",
  earns: (p: Points) => `注文完了後に${p.points}ポイント付与`,
} satisfies typeof vi;
