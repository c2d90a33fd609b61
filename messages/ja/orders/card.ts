/** Texts of paying by card, its confirmation by the bank, and saved cards. */
import type { card as vi } from "../../vi/orders/card.ts";

export const card: typeof vi = {
  title: "カードでお支払い",
  pci: "カード番号はPCI-DSSに準拠したVPBankの決済ゲートウェイに直接送信されます。Mutosiがカード番号を見ることも保存することもありません。",
  saved: "登録済みのカード",
  new_card: "別のカード",
  save: "このカードを次回のために保存する。カードはVPBankの決済ゲートウェイが保管し、Mutosiは下4桁と有効期限だけを保持します。",
  pay: "支払う",
  paying: "銀行に確認しています",
  paying_text: "通常は数秒です。多くのカードは認証コードなしですぐに承認されます。",
  secure: "入力欄は決済ゲートウェイのものです。入力内容はMutosiには見えません。",
  no_script:
    "ブラウザのスクリプトがオフのため、カードの入力欄を表示できません。オンにするか、別の方法をお選びください。銀行振込ならスクリプトは不要です。",
  not_loaded:
    "カードの入力欄を読み込めませんでした。ページを再読み込みするか、別の方法をお選びください。請求はされていません。",
  no_tries:
    "このご注文ではすでに3枚のカードをお試しいただきました。別のお支払い方法をお選びください。請求はされていません。",
  not_ready: "カードの入力内容をご確認ください",
  unanswered: "銀行から応答がありません。請求はされていません。数分後にもう一度お試しください。",
  challenge_title: "カードのご本人確認",
  challenge_text: "銀行から応答があるまで、このページを閉じないでください。",
  bank_frame: "この枠は銀行のものです。入力内容はMutosiには見えません",
  not_shown: "10秒たっても表示されない場合：",
  open_frame: "このページで開く",
  returned_title: "銀行から応答がありました",
  finish: "お支払いを完了する",
  asking_title: "まだ結果が出ていません",
  asking_text: "銀行から応答がありません。もう一度支払わないでください。確認のうえお知らせします。",
  back_to_shop: "お支払いページに戻る",
  card_title: "保存したカード",
  page_note:
    "カードはPCI-DSSに準拠したVPBankの決済ゲートウェイが保管します。Mutosiが把握するのは下4桁と有効期限だけで、カード番号を保存することはありません。",
  soon: "まもなく期限切れ",
  over: "期限切れのため使えません",
  remove: "削除",
  removed: "カードを削除しました。決済ゲートウェイにも残りません。",
  none: "保存したカードはありません",
  none_text:
    "お支払いの際に「このカードを保存する」を選んでください。確認のための請求は行いません。次回は銀行の認証コードだけでお支払いいただけます。",
  refunds: "過去のご注文の返金は、削除したカードにも行われます。",
  fields: {
    number: "カード番号",
    expiryMonth: "有効期限（月）",
    expiryYear: "有効期限（年）",
    securityCode: "セキュリティコード",
  },
  tries_left: (p) => `このご注文では、あと${p.count}枚のカードをお試しいただけます。`,
  remove_named: (p) => `${p.card}を削除`,
  last_used: (p) => `最終利用 ${p.at}`,
  ends: (p) => `有効期限 ${p.month}`,
  field_wrong: (p) => `${p.field}が${p.why === "missing" ? "未入力です" : "正しくありません"}`,
};
