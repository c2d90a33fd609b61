/** What /llms.txt says around the shop's own data. https://llmstxt.org, read 2026-11-21 */
import type { llms as vi } from "../../vi/content/llms.ts";

export const llms = {
  about: (p: { name: string; tagline: string }) =>
    `${p.name}は、ベトナムの家電・健康生活用品のオンラインショップです。${p.tagline}。`,
  facts: (p: { methods: string; languages: string }) => [
    "価格はベトナムドン（VND）で、付加価値税込み、送料別です。ご注文時の金額はサーバーが改めて計算します。",
    `お支払い：${p.methods}。会員登録なしでご注文いただけます。`,
    `言語：${p.languages}。接頭辞のないアドレスはベトナム語、/enは英語、/jaは日本語です。`,
    "閲覧、検索、絞り込み、ご注文はJavaScriptなしでも使えます。商品データは各ページのJSON-LDにあります。",
  ],
  seller: (p: { legal_name: string; address: string }) => `販売者：${p.legal_name}、${p.address}。`,
  contact: (p: { phone: string; hours: string; email: string }) =>
    `お問い合わせ：${p.phone}（${p.hours}）、${p.email}。`,
  shopping: "お買い物",
  groups: "商品カテゴリー",
  search_text: "?name=に続けて検索語を指定。ベトナム語は声調記号なしでも検索できます",
  cart_text: "カートとご注文が1ページで完結",
  lookup_text: "注文番号と電話番号で照会",
  developers: "開発者・エージェント向け",
  openapi: "APIの定義（OpenAPI 3.1）",
  openapi_text: "すべての呼び出しと例。JSON、ページと同じオリジン、訪問者はキー不要",
  docs: "APIドキュメント",
  docs_text: "同じ内容を読みやすく",
  sitemap_text: "3言語のすべてのアドレス",
} satisfies typeof vi;
