/** Words around properties, facets and pictures, said by the server alone. */
import type { PropertyWords } from "../vi/properties.ts";

export const properties = {
  yes: "Yes",
  no: "No",
  comma: ", ",
  gap: " ",
  units: {
    h: "h",
    tháng: "months",
    phút: "min",
    "vòng/phút": "rpm",
    "L/ngày": "L/day",
    "g/phút": "g/min",
    people: "people",
  },
  range: (low, high) => `${low}–${high}`,
  below: (limit) => `Under ${limit}`,
  from: (limit) => `${limit} and more`,
  named: (label, value) => `${label}: ${value}`,
  facets: {
    category: "Category",
    price: "Price",
    brand: "Brand",
    in_stock: "In stock",
    on_sale: "On sale",
  },
  picture: {
    studio: (name, colour) => (colour ? `${name}, ${colour.toLowerCase()}` : name),
    ground: (model, colour, ground) =>
      colour ? `${model} in ${colour.toLowerCase()} on ${ground}` : `${model} on ${ground}`,
    another: (name, number) => `${name}, picture ${number}`,
    none: (name) => `${name}: no picture yet`,
    detail: (model) => `Close-up of the body and details of ${model}`,
    grounds: { jade: "a jade ground", clay: "a terracotta ground", mist: "a misty grey ground", oat: "an oat ground" },
  },
} satisfies PropertyWords;
