/** Texts of the account's layout. */
import type { account as vi } from "../../vi/identity/account.ts";

export const account = {
  title: "アカウント",
  description: "ご注文、アドレス帳、お客様情報。",
  breadcrumb: "現在の位置",
  no_name: "お客様",
  kinds: {
    customer: "会員のお客様",
    agent: "代理店",
    collaborator: "協力者",
    partner: "パートナー",
    group_manager: "グループ管理者",
  },
  role_switch: "ご利用の立場",
  role_switched: (p) => `「${p.role}」として利用しています。`,
  role_not_held: "この立場の登録は外されました。お客様として利用しています。",
  recent_orders: "最近のご注文",
  all_orders: "すべての注文を見る",
  default_address: "既定の住所",
  to_address_book: "アドレス帳を開く",
  no_address: "登録済みの住所はありません。",
  menu: {
    home: "概要",
    orders: "ご注文",
    address_book: "アドレス帳",
    notifications: "お知らせ",
    codes: "クーポン・商品券",
    points: "ポイント",
    favourites: "お気に入り",
    viewed: "閲覧した商品",
    profile: "お客様情報",
    saved_cards: "保存したカード",
    devices: "端末",
    privacy: "プライバシー",
    sign_out: "ログアウト",
  },
} satisfies typeof vi;
