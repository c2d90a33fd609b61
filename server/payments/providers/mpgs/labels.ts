import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "Thẻ quốc tế", description: () => "Visa, Mastercard, JCB qua VPBank" },
  en: { name: "International card", description: () => "Visa, Mastercard, JCB through VPBank" },
  ja: { name: "クレジットカード", description: () => "Visa・Mastercard・JCB（VPBank経由）" },
};
