/** Texts around properties, facets and pictures, rendered by the server alone. */
import type { PropertyWords } from "../../vi/catalogue/properties.ts";

export const properties = {
  yes: "あり",
  no: "なし",
  comma: "、",
  gap: "",
  units: {
    h: "時間",
    tháng: "か月",
    phút: "分",
    "vòng/phút": "rpm",
    "L/ngày": "L/日",
    "g/phút": "g/分",
    people: "人",
  },
  range: (low, high) => `${low}～${high}`,
  below: (limit) => `${limit}未満`,
  from: (limit) => `${limit}以上`,
  named: (label, value) => `${label} ${value}`,
  facets: {
    category: "カテゴリー",
    price: "価格",
    brand: "ブランド",
    in_stock: "在庫あり",
    on_sale: "値下げ中",
  },
  picture: {
    studio: (name, colour) => (colour ? `${name}（${colour}）` : name),
    scene: (model) => `部屋に置いた${model}`,
    size: (model, cm) => `定規と並べた${model}（箱の高さ${cm}cm）`,
    another: (name, number) => `${name} 画像${number}`,
    none: (name) => `${name}（画像準備中）`,
    detail: (model) => `${model}の本体と細部の拡大`,
  },
} satisfies PropertyWords;
