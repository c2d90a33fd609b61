import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "VNPAY", description: () => "Mã QR, thẻ nội địa, thẻ quốc tế. Bạn trả tiền trên trang của VNPAY" },
  en: { name: "VNPAY", description: () => "QR code, domestic and international cards. You pay on VNPAY’s page" },
  ja: { name: "VNPAY", description: () => "QRコード、国内カード、国際カード。VNPAYのページでお支払いいただきます" },
};
