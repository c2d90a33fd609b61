/** Orders in words. Spec §4 */
import type { orders as vi } from "../vi/orders.ts";

export const orders = {
  statuses: {
    waiting_approval: "承認待ち",
    confirmed: "確認済み",
    delivering: "配送中",
    delivered: "配達完了",
    completed: "取引完了",
    cancelled: "キャンセル済み",
  },
  cancel_reasons: {
    changed_mind: "不要になった",
    wrong_address: "住所または電話番号を変更したい",
    found_cheaper: "他でより安く見つけた",
    too_slow: "配送に時間がかかりすぎる",
    change_items: "商品または数量を変更したい",
    payment_trouble: "支払いがうまくいかない",
    other: "その他の理由",
  },
  shop_reasons: {
    payment_expired: "支払い期限切れ",
    delivery_failed: "配達できませんでした",
    shop: "ショップによるキャンセル",
  },
} satisfies typeof vi;
