import type { Messages } from "../../messages.ts";

export const restocking = {
  title: "再入荷待ちの商品",
  description: "再入荷のお知らせをお申し込みの商品です。",
  consent:
    "再入荷したときに、お知らせ欄とお選びの方法で一度だけお知らせします。いつでも取り消せます。180日を過ぎるとお申し込みは削除されます。",
  ask: "同意して申し込む",
  asked: (p: { name: string }) => `再入荷したらお知らせします：${p.name}`,
  empty: "再入荷待ちの商品はありません",
  empty_text: "品切れ商品のページで「再入荷を知らせる」を選んでください。",
  remove: "取り消す",
  remove_named: (p: { name: string }) => `取り消す：${p.name}`,
  removed: "お申し込みを取り消しました。",
} satisfies Messages["restocking"];
