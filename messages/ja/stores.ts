import type { Messages } from "../messages.ts";

export const stores = {
  types: {
    flagship: "ショールーム",
    store: "直営店",
    agent: "取扱店",
    hub: "ハブ",
    service: "サービスセンター",
  },
  services: {
    display: "展示",
    pickup: "店頭受取",
    installation: "設置",
    delivery: "配送",
    wholesale: "卸売",
    warranty: "保証",
    parts: "部品",
    demo: "お試し",
  },
} satisfies Messages["stores"];
