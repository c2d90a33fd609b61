import type { Hashtag } from "contract/reviews/review-words.ts";

/** The tags of ratings, for shoppers and the office. */
export const hashtags = {
  "gion-deu": "こんがり均一",
  "de-rua": "洗いやすい",
  "chay-em": "静か",
  "dong-goi-ky": "梱包が丁寧",
  "giao-nhanh": "配送が早い",
  "dung-mo-ta": "説明どおり",
  "lap-gon": "設置がきれい",
  "nho-gon": "コンパクト",
  ben: "しっかり",
  "de-dung": "使いやすい",
  on: "音が気になる",
  nang: "やや重い",
  "kho-rua": "隅が洗いにくい",
  "day-ngan": "コードが短い",
  "huong-dan-kho": "説明書がわかりにくい",
  "pin-khoe": "電池が長持ち",
  "tho-nhiet-tinh": "技術者が親切",
  "hop-mop": "箱のへこみ",
} satisfies Record<Hashtag, string>;
