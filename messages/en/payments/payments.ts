import { formatDong } from "contract/values/money.ts";
import type { payments as vi } from "../../vi/payments/payments.ts";

export const payments = {
  methods: {
    cod: (maximum: number) => ({
      name: "Cash on delivery",
      description: `Pay the courier, for orders up to ${formatDong(maximum)}`,
    }),
    bank_transfer: () => ({
      name: "Bank transfer by VietQR",
      description: "Scan with any bank’s app; the order is confirmed when the money arrives",
    }),
  },
} satisfies typeof vi;
