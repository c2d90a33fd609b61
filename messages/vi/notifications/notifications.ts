/** Notifications, and the page that lists them. */
import type { NotificationKind, NotificationTopic } from "contract/notifications/notification-kinds.ts";

/** Ready to be shown: a grouped code, an amount with its unit, a date. */
type Facts = {
  order: string;
  amount: string;
  points: string;
  /** The points were taken, not given. */
  is_less: boolean;
  why: string;
  day: string;
  name: string;
  ticket: string;
  visit: string;
};

export const notifications = {
  /** Why points were adjusted. */
  adjusted: {
    late_delivery: "giao chậm",
    service: "phục vụ chưa tốt",
    earned_missing: "đơn chưa được cộng điểm",
    wrong_earning: "trước đó cộng nhầm",
    debt_dropped: "xóa điểm nợ",
    other: "cửa hàng điều chỉnh",
  },
  kinds: {
    order_placed: {
      title: "Đã nhận đơn hàng",
      body: (p: Facts) => `Đơn ${p.order} trị giá ${p.amount} đang chờ duyệt.`,
    },
    order_confirmed: {
      title: "Đơn hàng đã được xác nhận",
      body: (p: Facts) => `Cửa hàng đang chuẩn bị đơn ${p.order}.`,
    },
    order_delivering: {
      title: "Đơn hàng đang được giao",
      body: (p: Facts) => `Đơn ${p.order} đang trên đường đến bạn.`,
    },
    order_delivered: {
      title: "Giao hàng thành công",
      body: (p: Facts) => `Đơn ${p.order} đã giao. Có gì chưa ổn, bạn báo trong 7 ngày nhé.`,
    },
    order_cancelled: { title: "Đơn hàng đã hủy", body: (p: Facts) => `Đơn ${p.order} đã hủy.` },
    payment_settled: {
      title: "Đã nhận thanh toán",
      body: (p: Facts) => `Cửa hàng đã nhận đủ ${p.amount} cho đơn ${p.order}.`,
    },
    refund_owed: {
      title: "Sẽ hoàn tiền cho bạn",
      body: (p: Facts) => `Cửa hàng sẽ hoàn ${p.amount} của đơn ${p.order}.`,
    },
    refund_paid: { title: "Đã hoàn tiền", body: (p: Facts) => `Cửa hàng đã hoàn ${p.amount} của đơn ${p.order}.` },
    export_ready: {
      title: "Dữ liệu của bạn đã sẵn sàng",
      body: (p: Facts) => `Tải về trước ngày ${p.day}. Sau đó tệp sẽ được xóa.`,
    },
    deletion_asked: {
      title: "Tài khoản sẽ bị xóa",
      body: (p: Facts) => `Tài khoản sẽ bị xóa vào ngày ${p.day}. Trước ngày đó bạn vẫn có thể giữ lại.`,
    },
    deletion_taken_back: {
      title: "Tài khoản được giữ lại",
      body: (_p: Facts) => "Yêu cầu xóa tài khoản đã được rút lại.",
    },
    points_ending: {
      title: "Điểm sắp hết hạn",
      body: (p: Facts) => `${p.points} điểm dùng được đến hết ngày ${p.day}.`,
    },
    points_adjusted: {
      title: "Điểm của bạn vừa thay đổi",
      body: (p: Facts) => `${p.is_less ? "Trừ" : "Cộng"} ${p.points} điểm. Lý do: ${p.why}.`,
    },
    voucher_given: {
      title: "Bạn có phiếu mua hàng",
      body: (p: Facts) => `Phiếu ${p.amount} trong ví của bạn dùng được đến hết ngày ${p.day}.`,
    },
    back_in_stock: { title: "Sản phẩm đã có hàng", body: (p: Facts) => `${p.name} đã có hàng trở lại.` },
    chat_answered: {
      title: "Mutosi đã trả lời tin nhắn",
      body: (p: Facts) => `Tin nhắn ${p.ticket} đã có trả lời. Mở cuộc trò chuyện để xem tiếp.`,
    },
    warranty_activated: {
      title: "Bảo hành đã kích hoạt",
      body: (p: Facts) => `${p.name}, bảo hành đến ${p.day}. Phiếu điện tử nằm trong tài khoản.`,
    },
    warranty_confirm: {
      title: "Xác nhận bảo hành",
      body: (p: Facts) =>
        `Một đại lý đã kích hoạt ${p.name} cho số của bạn. Xác nhận hoặc chọn “Không phải tôi” trước ${p.day}.`,
    },
    warranty_not_me: {
      title: "Khách báo không phải máy của họ",
      body: (p: Facts) =>
        `Số điện thoại đã được tách khỏi phiếu của ${p.name}; bảo hành vẫn theo máy. Kiểm tra lại số với người mua.`,
    },
    warranty_transfer_asked: {
      title: "Có người xin đổi chủ máy",
      body: (p: Facts) =>
        `Nếu bạn đã bán hoặc tặng ${p.name}, xác nhận trên phiếu bảo hành. Nếu không, từ chối tại đó trước ${p.day}.`,
    },
    warranty_transferred: {
      title: "Máy đã đổi chủ",
      body: (p: Facts) => `${p.name} được bảo hành đến ${p.day}, thời hạn không đổi.`,
    },
    warranty_transfer_refused: {
      title: "Chưa đổi được chủ máy",
      body: (p: Facts) => `Yêu cầu đổi chủ ${p.name} không được chấp nhận. Bảo hành của máy không thay đổi.`,
    },
    warranty_void: {
      title: "Bảo hành không còn hiệu lực",
      body: (p: Facts) =>
        `Phiếu bảo hành của ${p.name} ghi rõ lý do. Bạn có thể gửi ý kiến trong 30 ngày; vẫn sửa có tính phí.`,
    },
    service_received: {
      title: "Đã nhận yêu cầu",
      body: (p: Facts) => `Yêu cầu ${p.ticket} cho ${p.name}: chúng tôi sẽ gọi để hẹn giờ.`,
    },
    service_booked: {
      title: "Đã hẹn lịch thợ",
      body: (p: Facts) => `Yêu cầu ${p.ticket}: thợ đến ${p.visit}. Đổi hoặc hủy miễn phí trước 2 giờ.`,
    },
    service_quoted: {
      title: "Báo giá chờ bạn đồng ý",
      body: (p: Facts) => `Yêu cầu ${p.ticket}, ${p.name}: ${p.amount}. Chưa làm gì khi bạn chưa đồng ý.`,
    },
    service_ready: {
      title: "Máy đã xong",
      body: (p: Facts) => `Yêu cầu ${p.ticket}, ${p.name}: mời bạn xác nhận.`,
    },
    service_cancelled: {
      title: "Yêu cầu đã đóng",
      body: (p: Facts) => `Yêu cầu ${p.ticket} đã hủy hoặc không nhận được. Mở để xem.`,
    },
    account_unused: {
      title: "Tài khoản lâu không dùng",
      body: (p: Facts) =>
        `Bạn đã không dùng tài khoản này 36 tháng. Tài khoản sẽ bị xóa vào ngày ${p.day}. Đăng nhập trước ngày đó để giữ lại.`,
    },
  } satisfies Record<NotificationKind, { title: string; body: (p: Facts) => string }>,
  topics: { orders: "Đơn hàng", payments: "Thanh toán và hoàn tiền", account: "Tài khoản và dữ liệu" } satisfies Record<
    NotificationTopic,
    string
  >,
  title: "Thông báo",
  description: "Những gì mới về đơn hàng, thanh toán và tài khoản của bạn.",
  all: "Tất cả",
  only_unread: "Chưa đọc",
  unread: "Chưa đọc",
  today: "Hôm nay",
  yesterday: "Hôm qua",
  mark_all: "Đánh dấu tất cả đã đọc",
  marked_all: "Đã đánh dấu tất cả là đã đọc.",
  empty_title: "Chưa có thông báo",
  empty_text: "Khi đơn hàng của bạn có gì mới, bạn sẽ thấy ở đây.",
  empty_unread_title: "Bạn đã đọc hết",
  empty_unread_text: "Không còn thông báo nào chưa đọc.",
  pages: "Trang thông báo",
  settings_title: "Cách nhận thông báo",
  settings_text: "Danh sách trên trang này luôn được giữ. Ngoài ra, bạn chọn nơi muốn được báo.",
  channels: { push: "Báo trên thiết bị", email: "Email" },
  save: "Lưu cách nhận",
  saved: "Đã lưu cách nhận thông báo.",
  email_to: (p: { email: string }) => `Email gửi đến ${p.email}.`,
  email_missing: "Bạn chưa có email đã xác minh nên chưa nhận được email.",
  letter_pay: (p: { address: string }) => `Trả tiền, hay gửi cho người trả giúp: ${p.address}`,
  letter_foot: (p: { address: string }) => `Bạn nhận email này vì đã bật thông báo qua email. Tắt tại: ${p.address}`,
  email_add: "Thêm email",
  push_title: "Thiết bị này",
  push_text: "Cho phép trình duyệt báo tin ngay cả khi bạn không mở trang. Bạn tắt lúc nào cũng được.",
  push_on: "Bật báo tin trên thiết bị này",
  push_off: "Tắt trên thiết bị này",
  push_is_on: "Thiết bị này đang nhận báo tin.",
  push_turned_on: "Đã bật báo tin trên thiết bị này.",
  push_turned_off: "Đã tắt báo tin trên thiết bị này.",
  push_denied:
    "Trình duyệt đang chặn thông báo của trang. Hãy cho phép trong phần cài đặt của trình duyệt rồi thử lại.",
  push_unsupported: "Trình duyệt này chưa nhận được báo tin.",
  push_failed: "Chưa bật được báo tin. Bạn thử lại sau nhé.",
  push_devices: (p: { count: number }) => `${p.count} thiết bị đang nhận báo tin.`,
  push_none: "Chưa có thiết bị nào nhận báo tin.",
  push_stop_all: "Tắt trên mọi thiết bị",
  push_stopped_all: "Đã tắt báo tin trên mọi thiết bị.",
};
