import { formatDong } from "contract/values/money.ts";

export const payments = {
  methods: {
    cod: (maximum: number) => ({
      name: "Tiền mặt khi nhận hàng",
      description: `Trả cho người giao hàng, áp dụng cho đơn đến ${formatDong(maximum)}`,
    }),
    bank_transfer: () => ({
      name: "Chuyển khoản VietQR",
      description: "Quét mã bằng ứng dụng của mọi ngân hàng, đơn được xác nhận khi tiền về",
    }),
  },
};
