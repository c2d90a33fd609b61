/** Gift cards in the order form. Figures come formatted. */
export const cards = {
  title: "Thẻ quà tặng",
  last: "trả sau cùng, cả phí giao",
  field: "Nhập mã thẻ quà tặng",
  apply: "Dùng thẻ",
  card: (p: { card: string }) => `Thẻ đuôi ${p.card}`,
  on_it: (p: { amount: string; day: string }) => `Còn ${p.amount}, dùng đến ${p.day}`,
  remove: "Bỏ",
  remove_named: (p: { card: string }) => `Bỏ thẻ đuôi ${p.card}`,
  removed: "Đã bỏ thẻ khỏi đơn này.",
  applied: (p: { card: string; amount: string }) => `Thẻ đuôi ${p.card} trả ${p.amount}.`,
  reasons: {
    unknown: "Thẻ này không dùng được cho đơn của bạn",
    expired: "Thẻ này đã hết hạn",
    empty: "Thẻ này đã hết tiền",
    not_needed: "Các thẻ trước đã trả đủ, thẻ này không bị trừ",
  },
};
