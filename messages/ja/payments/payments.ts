import { formatDong } from "contract/values/money.ts";
import type { payments as vi } from "../../vi/payments/payments.ts";

export const payments = {
  methods: {
    cod: (maximum: number) => ({
      name: "代金引換",
      description: `お届け時に配達員へお支払い（${formatDong(maximum)}までのご注文）`,
    }),
    bank_transfer: () => ({
      name: "銀行振込（VietQR）",
      description: "各銀行のアプリでコードを読み取り、入金の確認後にご注文が確定します",
    }),
  },
} satisfies typeof vi;
