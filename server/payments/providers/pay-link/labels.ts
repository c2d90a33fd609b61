import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: { name: "Liên kết thanh toán", description: () => "Gửi người khác trả giúp, giữ đơn 24 giờ" },
  en: { name: "Pay link", description: () => "Send it to the person who pays; the order is kept for 24 hours" },
  ja: { name: "支払いリンク", description: () => "ほかの方にお支払いを依頼。ご注文を24時間確保します" },
};
