import type { Hashtag } from "contract/reviews/review-words.ts";

/** The tags of ratings, for shoppers and the office. */
export const hashtags = {
  "gion-deu": "Giòn đều",
  "de-rua": "Dễ rửa",
  "chay-em": "Chạy êm",
  "dong-goi-ky": "Đóng gói kỹ",
  "giao-nhanh": "Giao nhanh",
  "dung-mo-ta": "Đúng mô tả",
  "lap-gon": "Lắp gọn",
  "nho-gon": "Nhỏ gọn",
  ben: "Chắc chắn",
  "de-dung": "Dễ dùng",
  on: "Hơi ồn",
  nang: "Hơi nặng",
  "kho-rua": "Khó rửa góc",
  "day-ngan": "Dây ngắn",
  "huong-dan-kho": "Hướng dẫn khó hiểu",
  "pin-khoe": "Pin khỏe",
  "tho-nhiet-tinh": "Thợ nhiệt tình",
  "hop-mop": "Hộp móp",
} satisfies Record<Hashtag, string>;
