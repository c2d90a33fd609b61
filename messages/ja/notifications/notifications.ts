import type { Messages } from "../../messages.ts";

type Facts = {
  order: string;
  amount: string;
  points: string;
  /** The points were taken, not given. */
  is_less: boolean;
  why: string;
  day: string;
  name: string;
  ticket: string;
  visit: string;
};

export const notifications = {
  /** Why points were adjusted. */
  adjusted: {
    late_delivery: "配送の遅れ",
    service: "対応の不備",
    earned_missing: "ご注文分のポイント未加算",
    wrong_earning: "誤って加算されたため",
    debt_dropped: "不足ポイントの取り消し",
    other: "店舗による調整",
  },
  kinds: {
    order_placed: {
      title: "ご注文を受け付けました",
      body: (p: Facts) => `ご注文${p.order}（${p.amount}）は承認待ちです。`,
    },
    order_confirmed: { title: "ご注文を確認しました", body: (p: Facts) => `ご注文${p.order}を準備しています。` },
    order_delivering: { title: "商品を発送しました", body: (p: Facts) => `ご注文${p.order}を配送中です。` },
    order_delivered: {
      title: "配達が完了しました",
      body: (p: Facts) => `ご注文${p.order}をお届けしました。問題があれば7日以内にお知らせください。`,
    },
    order_cancelled: {
      title: "ご注文をキャンセルしました",
      body: (p: Facts) => `ご注文${p.order}はキャンセルされました。`,
    },
    payment_settled: {
      title: "お支払いを確認しました",
      body: (p: Facts) => `ご注文${p.order}の${p.amount}を全額受け取りました。`,
    },
    refund_owed: { title: "返金いたします", body: (p: Facts) => `ご注文${p.order}の${p.amount}を返金いたします。` },
    refund_paid: { title: "返金しました", body: (p: Facts) => `ご注文${p.order}の${p.amount}を返金しました。` },
    export_ready: {
      title: "データの準備ができました",
      body: (p: Facts) => `${p.day}までにダウンロードしてください。以降、ファイルは削除されます。`,
    },
    deletion_asked: {
      title: "アカウントは削除されます",
      body: (p: Facts) => `${p.day}に削除されます。それまでは取り消せます。`,
    },
    deletion_taken_back: { title: "アカウントを残します", body: (_p: Facts) => "削除の依頼は取り消されました。" },
    points_ending: {
      title: "ポイントの有効期限が近づいています",
      body: (p: Facts) => `${p.points}ポイントは${p.day}までご利用いただけます。`,
    },
    points_adjusted: {
      title: "ポイントが変更されました",
      body: (p: Facts) => `${p.points}ポイントが${p.is_less ? "差し引かれました" : "加算されました"}。理由：${p.why}。`,
    },
    voucher_given: {
      title: "商品券をお届けしました",
      body: (p: Facts) => `${p.amount}の商品券がウォレットに入りました。${p.day}までご利用いただけます。`,
    },
    back_in_stock: { title: "再入荷のお知らせ", body: (p: Facts) => `${p.name}が再入荷しました。` },
    chat_answered: {
      title: "お問い合わせへの回答",
      body: (p: Facts) => `お問い合わせ${p.ticket}に回答がありました。チャットでご確認ください。`,
    },
    warranty_activated: {
      title: "保証を有効化しました",
      body: (p: Facts) => `${p.name}の保証期間は${p.day}までです。電子保証書はアカウントにあります。`,
    },
    warranty_confirm: {
      title: "保証のご確認",
      body: (p: Facts) =>
        `販売店が${p.name}をお客様の番号で登録しました。${p.day}までにご確認、または「心当たりがない」をお選びください。`,
    },
    warranty_not_me: {
      title: "お客様の製品ではないとの連絡",
      body: (p: Facts) =>
        `電話番号を${p.name}の保証書から外しました。保証は製品に残ります。購入者の番号をご確認ください。`,
    },
    warranty_transfer_asked: {
      title: "名義変更の申請がありました",
      body: (p: Facts) =>
        `${p.name}を譲渡された場合は保証書のページでご確認ください。お心当たりがなければ${p.day}までにお断りください。`,
    },
    warranty_transferred: {
      title: "名義を変更しました",
      body: (p: Facts) => `${p.name}の保証期間は${p.day}までで、変更はありません。`,
    },
    warranty_transfer_refused: {
      title: "名義は変更されませんでした",
      body: (p: Facts) => `${p.name}の名義変更は承認されませんでした。保証に変更はありません。`,
    },
    warranty_void: {
      title: "保証は無効になりました",
      body: (p: Facts) =>
        `理由は${p.name}の保証書に記載しています。30日以内にお申し出いただけます。有償修理は可能です。`,
    },
    service_received: {
      title: "受付しました",
      body: (p: Facts) => `受付番号${p.ticket}（${p.name}）：日時のご相談でお電話します。`,
    },
    service_booked: {
      title: "訪問日時が決まりました",
      body: (p: Facts) => `受付番号${p.ticket}：${p.visit}に伺います。2時間前まで変更・取消は無料です。`,
    },
    service_quoted: {
      title: "お見積もりをご確認ください",
      body: (p: Facts) => `受付番号${p.ticket}（${p.name}）：${p.amount}。ご同意いただくまで作業はしません。`,
    },
    service_ready: {
      title: "作業が完了しました",
      body: (p: Facts) => `受付番号${p.ticket}（${p.name}）：ご確認をお願いします。`,
    },
    service_cancelled: {
      title: "受付を終了しました",
      body: (p: Facts) => `受付番号${p.ticket}は取消、またはお受けできませんでした。詳細をご覧ください。`,
    },
    account_unused: {
      title: "長くご利用のないアカウント",
      body: (p: Facts) =>
        `このアカウントは36か月ご利用がありません。${p.day}に削除されます。残すには、その日より前にログインしてください。`,
    },
  },
  topics: { orders: "ご注文", payments: "お支払いと返金", account: "アカウントとデータ" },
  title: "お知らせ",
  description: "ご注文、お支払い、アカウントの新しい情報です。",
  all: "すべて",
  only_unread: "未読",
  unread: "未読",
  today: "今日",
  yesterday: "昨日",
  mark_all: "すべて既読にする",
  marked_all: "すべて既読にしました。",
  empty_title: "お知らせはまだありません",
  empty_text: "ご注文に動きがあると、ここに表示されます。",
  empty_unread_title: "すべて既読です",
  empty_unread_text: "未読のお知らせはありません。",
  pages: "お知らせのページ",
  settings_title: "受け取り方",
  settings_text: "このページの一覧は常に残ります。ほかの受け取り方をお選びください。",
  channels: { push: "端末への通知", email: "メール" },
  save: "保存する",
  saved: "受け取り方を保存しました。",
  email_to: (p: { email: string }) => `メールの送り先：${p.email}`,
  email_missing: "確認済みのメールアドレスがないため、メールは届きません。",
  letter_pay: (p: { address: string }) => `お支払い（代わりに支払う方にも送れます）：${p.address}`,
  letter_foot: (p: { address: string }) => `メール通知をオンにしているためお送りしています。停止はこちら：${p.address}`,
  email_add: "メールアドレスを登録",
  push_title: "この端末",
  push_text: "サイトを開いていないときもブラウザーがお知らせします。いつでもオフにできます。",
  push_on: "この端末で受け取る",
  push_off: "この端末ではオフにする",
  push_is_on: "この端末で受け取っています。",
  push_turned_on: "この端末で受け取ります。",
  push_turned_off: "この端末ではオフにしました。",
  push_denied: "ブラウザーがこのサイトの通知をブロックしています。設定で許可してからもう一度お試しください。",
  push_unsupported: "このブラウザーは通知に対応していません。",
  push_failed: "オンにできませんでした。しばらくしてからお試しください。",
  push_devices: (p: { count: number }) => `${p.count}台の端末で受け取っています。`,
  push_none: "受け取っている端末はまだありません。",
  push_stop_all: "すべての端末でオフにする",
  push_stopped_all: "すべての端末でオフにしました。",
} satisfies Messages["notifications"];
