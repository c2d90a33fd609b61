/** Points in the order form. Figures come formatted. */
type Points = { points: string };

export const points = {
  title: "Điểm thưởng",
  have: (p: Points) => `Bạn có ${p.points} điểm`,
  worth: "1 điểm = 1,000 đ",
  field: "Số điểm muốn dùng",
  rule: "Bước 10 điểm, tối đa nửa tiền hàng sau mã và phiếu.",
  none: "Đơn này chưa dùng được điểm: dùng từ 10 điểm, tối đa nửa tiền hàng sau mã và phiếu.",
  apply: "Dùng",
  all: (p: Points) => `Dùng ${p.points} điểm, nhiều nhất cho đơn này`,
  remove: "Bỏ điểm",
  lowered: (p: { wanted: string; taken: string }) =>
    `Bạn đã chọn ${p.wanted} điểm, đơn này nay chỉ dùng được ${p.taken} điểm.`,
  used: (p: Points) => `Đã dùng ${p.points} điểm cho đơn này.`,
  removed: "Đã bỏ điểm khỏi đơn này.",
  earns: (p: Points) => `Nhận ${p.points} điểm khi đơn hoàn tất`,
};
