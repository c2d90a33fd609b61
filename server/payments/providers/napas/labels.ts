import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: {
    name: "Thẻ ATM nội địa (NAPAS)",
    description: () => "Nhập thẻ ở khung của NAPAS, xác nhận bằng mã của ngân hàng",
  },
  en: {
    name: "Domestic ATM card (NAPAS)",
    description: () => "Enter the card in NAPAS's form, confirm by your bank's code",
  },
  ja: { name: "国内ATMカード（NAPAS）", description: () => "NAPASの入力欄にカードを入力し、銀行のコードで確認" },
};
