import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "Ví ZaloPay", description: () => "Mở ứng dụng ZaloPay để xác nhận" },
  en: { name: "ZaloPay wallet", description: () => "Confirm in the ZaloPay app" },
  ja: { name: "ZaloPayウォレット", description: () => "ZaloPayアプリで確認してお支払い" },
};
