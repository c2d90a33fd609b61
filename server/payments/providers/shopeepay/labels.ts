import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "Ví ShopeePay", description: () => "Mở ứng dụng Shopee hoặc ShopeePay để xác nhận" },
  en: { name: "ShopeePay wallet", description: () => "Confirm in the Shopee or ShopeePay app" },
  ja: { name: "ShopeePayウォレット", description: () => "ShopeeまたはShopeePayアプリで確認してお支払い" },
};
