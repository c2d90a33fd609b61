/** The account's frame in words. */
import type { account as vi } from "../vi/account.ts";

export const account = {
  title: "アカウント",
  description: "ご注文、アドレス帳、お客様情報。",
  breadcrumb: "現在の位置",
  no_name: "お客様",
  member: "会員のお客様",
  menu: {
    home: "概要",
    sign_out: "ログアウト",
  },
} satisfies typeof vi;
