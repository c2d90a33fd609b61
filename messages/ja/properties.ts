/** Words around properties, facets and pictures, said by the server alone. */
import type { PropertyWords } from "../vi/properties.ts";

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
    ground: (model, colour, ground) => (colour ? `${ground}の${model}（${colour}）` : `${ground}の${model}`),
    another: (name, number) => `${name} 画像${number}`,
    none: (name) => `${name}（画像準備中）`,
    detail: (model) => `${model}の本体と細部の拡大`,
    grounds: {
      jade: "翡翠色の背景",
      clay: "テラコッタ色の背景",
      mist: "淡いグレーの背景",
      oat: "オートミール色の背景",
    },
  },
} satisfies PropertyWords;
