import type { Messages } from "../../messages.ts";

export const fulfilment = {
  unavailable: {
    class_not_served: "この種類の商品は取り扱っていません",
    zone_not_served: "この地域には配送していません",
    too_heavy: "重量の上限を超える荷物があります",
  },
  classes: {
    parcel: "軽量品",
    bulky: "大型品",
    install: "設置品",
  },
  address_types: {
    home: "戸建て・集合住宅",
    office: "官公庁・会社",
  },
  inspection: "お支払い前に商品を確認できます",
} satisfies Messages["fulfilment"];
