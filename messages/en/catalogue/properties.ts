/** Texts around properties, facets and pictures, rendered by the server alone. */
import type { PropertyWords } from "../../vi/catalogue/properties.ts";

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
    scene: (model) => `${model} in the room it is made for`,
    size: (model, cm) => `${model} beside a ruler, its box ${cm} cm high`,
    another: (name, number) => `${name}, picture ${number}`,
    none: (name) => `${name}: no picture yet`,
    detail: (model) => `Close-up of the body and details of ${model}`,
  },
} satisfies PropertyWords;
