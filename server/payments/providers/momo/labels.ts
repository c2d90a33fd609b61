import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "Ví MoMo", description: () => "Mở ứng dụng MoMo để xác nhận" },
  en: { name: "MoMo wallet", description: () => "Confirm in the MoMo app" },
  ja: { name: "MoMoウォレット", description: () => "MoMoアプリで確認してお支払い" },
};
