/** A gift card as it is sent and printed. Figures come formatted. */
export const cardSheet = {
  title: "Thẻ quà tặng",
  file: "the-qua-tang.pdf",
  code: "Mã thẻ",
  until: (p: { day: string }) => `Dùng đến hết ngày ${p.day}`,
  how: [
    "Nhập mã ở bước thanh toán trên trang của Mutosi. Thẻ trả tiền hàng và phí giao, dùng nhiều lần cho đến khi hết.",
    "Ai có mã đều dùng được, không cần tài khoản. Hãy giữ kín mã này.",
    "Thẻ không đổi ra tiền mặt và không trả cho thẻ khác.",
  ],
  mail: {
    subject: (p: { amount: string }) => `Thẻ quà tặng ${p.amount}`,
    body: (p: { name: string; code: string; until: string; pdf: string }) =>
      `Chào ${p.name},\n\nMã thẻ ${p.code}, dùng đến ${p.until}. Ai có mã đều dùng được, hãy giữ kín. Bản in PDF: ${p.pdf}`,
  },
};

export type CardSheetWords = typeof cardSheet;
