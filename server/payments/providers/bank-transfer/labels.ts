import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: {
    name: "Chuyển khoản VietQR",
    description: () => "Quét mã bằng ứng dụng của mọi ngân hàng, đơn được xác nhận khi tiền về",
  },
  en: {
    name: "Bank transfer by VietQR",
    description: () => "Scan with any bank’s app; the order is confirmed when the money arrives",
  },
  ja: {
    name: "銀行振込（VietQR）",
    description: () => "各銀行のアプリでコードを読み取り、入金の確認後にご注文が確定します",
  },
};
