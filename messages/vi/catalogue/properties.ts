/**
 * Texts around properties, facets and pictures. Only the server renders them (they arrive in labels, values and alt texts
 * of the calls), so they are not part of vi.ts and no browser loads them.
 */
export const properties = {
  yes: "Có",
  no: "Không",
  /** Between the members of a list. */
  comma: ", ",
  /** Between figure and unit. */
  gap: " ",
  units: {
    h: "giờ",
    tháng: "tháng",
    phút: "phút",
    "vòng/phút": "vòng/phút",
    "L/ngày": "L/ngày",
    "g/phút": "g/phút",
    people: "người",
  } as Record<string, string>,
  range: (low: string, high: string) => `${low}–${high}`,
  below: (limit: string) => `Dưới ${limit}`,
  from: (limit: string) => `Từ ${limit}`,
  named: (label: string, value: string) => `${label}: ${value}`,
  facets: {
    category: "Danh mục",
    price: "Giá",
    brand: "Thương hiệu",
    in_stock: "Còn hàng",
    on_sale: "Đang giảm giá",
  },
  picture: {
    /** The product as a whole: what it is, and its colour where there are several. */
    studio: (name: string, colour: string) => (colour ? `${name}, màu ${colour.toLowerCase()}` : name),
    scene: (model: string) => `${model} trong căn phòng của nó`,
    size: (model: string, cm: string) => `${model} bên thước đo, hộp cao ${cm} cm`,
    another: (name: string, number: number) => `${name}, ảnh ${number}`,
    none: (name: string) => `${name}: chưa có ảnh`,
    detail: (model: string) => `Cận cảnh thân máy và chi tiết của ${model}`,
  },
};

export type PropertyWords = typeof properties;
