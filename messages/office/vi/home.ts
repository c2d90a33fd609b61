/** Today: what waits. */
export const home = {
  hello: (p: { name: string }) => `Chào ${p.name}`,
  now: (p: { at: string; count: number }) => `${p.at} · ${p.count === 0 ? "không có việc chờ" : `${p.count} việc chờ`}`,
  todo: "Việc hôm nay",
  press: "bấm phím số để mở",
  nothing: "Không có việc nào chờ bạn.",
  oldest: (p: { ago: string }) => `cũ nhất ${p.ago}`,
  open: "Xem",
  closed: "Cửa hàng đang bảo trì: khách không vào được.",
  to_maintenance: "Mở trang bảo trì",
  kinds: {
    approvals_waiting: (p: { count: number }) => `${p.count} yêu cầu chờ bạn duyệt`,
    orders_to_approve: (p: { count: number }) => `${p.count} đơn chờ duyệt`,
    refunds_owed: (p: { count: number }) => `${p.count} khoản nợ khách`,
    invitations_open: (p: { count: number }) => `${p.count} lời mời chưa nhận`,
    failed_jobs: (p: { count: number }) => `${p.count} việc nền bị hỏng`,
  },
  amount: (p: { amount: string }) => `tổng ${p.amount}`,
};
