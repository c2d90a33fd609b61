import { formatDong } from "contract/values/money.ts";
import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: {
    name: "Tiền mặt khi nhận hàng",
    description: (maximum) => `Trả cho người giao hàng, áp dụng cho đơn đến ${formatDong(maximum ?? 0)}`,
  },
  en: {
    name: "Cash on delivery",
    description: (maximum) => `Pay the courier, for orders up to ${formatDong(maximum ?? 0)}`,
  },
  ja: {
    name: "代金引換",
    description: (maximum) => `お届け時に配達員へお支払い（${formatDong(maximum ?? 0)}までのご注文）`,
  },
};
