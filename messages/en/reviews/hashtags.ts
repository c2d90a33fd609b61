import type { Hashtag } from "contract/reviews/review-words.ts";

/** The tags of ratings, for shoppers and the office. */
export const hashtags = {
  "gion-deu": "Even browning",
  "de-rua": "Easy to clean",
  "chay-em": "Quiet",
  "dong-goi-ky": "Well packed",
  "giao-nhanh": "Fast delivery",
  "dung-mo-ta": "As described",
  "lap-gon": "Neat fitting",
  "nho-gon": "Compact",
  ben: "Sturdy",
  "de-dung": "Easy to use",
  on: "A bit noisy",
  nang: "A bit heavy",
  "kho-rua": "Hard to clean corners",
  "day-ngan": "Short cord",
  "huong-dan-kho": "Unclear manual",
  "pin-khoe": "Good battery",
  "tho-nhiet-tinh": "Helpful technician",
  "hop-mop": "Dented box",
} satisfies Record<Hashtag, string>;
