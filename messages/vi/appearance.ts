/** Texts of the footer that no browser loads: the theme switch, and the payment methods whose mark is not a brand. */
export const appearance = {
  title: "Giao diện",
  system: "Theo máy",
  light: "Sáng",
  dark: "Tối",
  payment_marks: {
    cod: "Tiền mặt khi nhận hàng",
    "bank-transfer": "Chuyển khoản",
    installment: "Trả góp",
    "pay-link": "Nhờ người khác trả",
    virtual: "Thanh toán thử",
  } as Readonly<Record<string, string>>,
};
