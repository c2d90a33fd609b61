/**
 * Texts of errors and refusals. Keys come from `contract/errors.ts` (codes) and `contract/values/fields.ts`
 * (fields); texts the specification gives are word for word, "đặt biệt" included. Spec §5, §8.
 * Amounts and phone numbers arrive ready to be shown.
 */
import type { ErrorCode } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { fieldErrors } from "./field-errors.ts";

type Text = string | ((p: never) => string);

export const errors = {
  ...fieldErrors,
  too_small: (p: { minimum: number }) => `Cần từ ${p.minimum} trở lên`,
  too_big: (p: { maximum: number }) => `Chỉ được đến ${p.maximum}`,
  malformed_value: "Giá trị này không đọc được",
  unknown_field: "Trường này không có trong yêu cầu",
  required_choice: "Vui lòng chọn thông tin",
  // ---- any field (Spec §5); not yet said by any call: min_words (surveys), alpha (holders of bank accounts)
  min_words: (p: { field: string; length: number }) => `Vui lòng nhập ${p.field} gồm ${p.length} từ trở lên`,
  between: (p: { field: string; min: number | string; max: number | string }) =>
    `${p.field} phải lớn hơn ${p.min} và nhỏ hơn ${p.max}`,
  /** Of a whole number, whose bounds are easier to read as from and to. ASSUMED(0200) */
  range: (p: { field: string; min: number; max: number }) =>
    `${p.field} phải lớn hơn ${p.min} và nhỏ hơn ${p.max} (từ ${p.min + 1} đến ${p.max - 1})`,
  number: "Vui lòng nhập số",
  integer: "Vui lòng nhập số nguyên",
  alpha: "Chỉ được nhập chữ cái",

  // ---- people
  phone_same: "Đây đang là số của bạn",
  phone_check: "Đầu số này ít gặp. Bạn kiểm tra lại số nhé",
  password_same: "Mật khẩu mới phải khác mật khẩu cũ",
  deletion_not_understood: "Vui lòng xác nhận bạn đã hiểu",
  already_in_stock: (p: { name: string }) => `${p.name} đang còn hàng, bạn đặt mua được ngay`,
  stock_notices_full: (p: { maximum: number }) => `Bạn đang chờ ${p.maximum} sản phẩm, nhiều nhất có thể`,
  stock_notices_today: (p: { maximum: number }) =>
    `Mỗi ngày bạn đăng ký báo được ${p.maximum} sản phẩm. Bạn thử lại vào ngày mai`,
  favourites_full: (p: { maximum: number }) => `Danh sách yêu thích chứa tối đa ${p.maximum} sản phẩm`,
  avatar_missing: "Vui lòng chọn một ảnh",
  avatar_unreadable: "Không đọc được ảnh này. Vui lòng chọn ảnh JPEG, PNG, WebP, AVIF hoặc GIF",
  avatar_too_large: "Ảnh lớn hơn 5 MB. Vui lòng chọn ảnh nhỏ hơn",
  too_young: (p: { age: number }) => `Bạn cần đủ ${p.age} tuổi để ứng tuyển`,
  not_invited: "Khảo sát này dành cho người được mời",
  already_answered: "Bạn đã trả lời khảo sát này",
  poll_closed: "Khảo sát đã đóng. Cảm ơn bạn",
  poll_ended: (p: { at: string }) => `Khảo sát kết thúc ngày ${p.at}. Cảm ơn bạn`,
  poll_answered: "Đã có câu trả lời: chỉ sửa được lời, không sửa được câu hỏi",
  choices_most: (p: { maximum: number }) => `Chọn tối đa ${p.maximum} ý`,
  answer_long: (p: { maximum: number }) => `Câu trả lời dài quá ${p.maximum} ký tự`,
  one_decimal: "Nhiều nhất một chữ số sau dấu phẩy",
  day_over: "Ngày này đã qua",
  premises_pictures: (p: { minimum: number; maximum: number }) => `Cần từ ${p.minimum} đến ${p.maximum} ảnh khác nhau`,
  cv_missing: "Vui lòng chọn tệp CV",
  cv_too_large: "Tệp lớn hơn 5 MB. Vui lòng chọn tệp nhỏ hơn",
  cv_unreadable: "Tệp này không phải PDF hoặc DOCX đọc được. Các ô khác vẫn giữ nguyên",
  cv_encrypted: "Tệp PDF này có mật khẩu. Vui lòng chọn tệp không có mật khẩu",

  // ---- codes and addresses
  message_over: "Tin này đã đóng quá 30 ngày. Vui lòng gửi tin mới",
  contact_closed: "Tin này đã đóng",
  contact_extended: "Khiếu nại chỉ được gia hạn một lần",
  contact_no_complaint: "Chỉ khiếu nại có gia hạn",
  contact_late: "Đã quá hạn, không gia hạn được",
  contact_unanswered: "Chưa có câu trả lời nào",

  slug_invalid: "Địa chỉ này không hợp lệ",
  locale_invalid: "Ngôn ngữ này chưa được hỗ trợ",
  ward_divided: (p: { wards: string }) => `Phường/xã cũ này đã tách thành ${p.wards}. Vui lòng chọn nơi bạn ở`,

  address_limit: (p: { maximum?: number }) =>
    `Sổ địa chỉ giữ tối đa ${p.maximum ?? 20} địa chỉ. Bạn xóa bớt một địa chỉ không dùng nữa nhé`,

  // ---- cart and checkout
  address_too_late: "Đơn đã rời kho hoặc đã hủy nên không đổi được nơi nhận. Bạn gọi tổng đài giúp nhé",
  address_other_fee: "Nơi mới có phí giao khác với đơn này. Bạn hủy đơn rồi đặt lại với địa chỉ mới nhé",
  address_other_warehouse: "Nơi mới do kho khác phụ trách. Bạn hủy đơn rồi đặt lại với địa chỉ mới nhé",
  minimum: (p: { minimum?: number }) => `Số lượng tối thiểu là ${p.minimum ?? 1}`,
  maximum: (p: { maximum?: number }) => (p.maximum === undefined ? "Số lượng quá lớn" : `Tối đa ${p.maximum}`),
  shipping_code_needs_unit: "Vui lòng chọn đơn vị vận chuyển trước khi dùng mã vận chuyển",
  purchase_policy: "Đơn hàng chưa đáp ứng chính sách mua hàng",
  coupon_slot_taken: (p: { held?: string; held_off?: string; typed?: string; typed_off?: string }) =>
    p.held === undefined
      ? "Giỏ hàng đã có một mã loại này. Bạn bỏ mã cũ rồi thêm mã mới nhé"
      : `Mỗi loại chỉ dùng một mã: đơn đang dùng ${p.held} (giảm ${p.held_off}), ${p.typed} giảm ${p.typed_off}`,
  code_dearer: (p: { more?: string }) =>
    p.more === undefined
      ? "Với mã này đơn phải trả thêm tiền, vì tiền hàng sau mã không còn đủ để miễn phí giao hàng"
      : `Với mã này đơn phải trả thêm ${p.more}, vì tiền hàng sau mã không còn đủ để miễn phí giao hàng`,
  code_twice: "Đơn hàng đã có một mã loại này",
  code_unknown: "Không tìm thấy mã này. Bạn kiểm tra lại từng ký tự nhé",
  code_not_yours: "Mã này thuộc về tài khoản khác",
  code_not_begun: (p: { at: string }) => `Mã này dùng được từ ${p.at}`,
  code_expired: "Mã này đã hết hạn",
  points_none: "Chưa dùng được điểm cho đơn này",
  points_nearest: (p: { nearest: number }) => `Gần nhất bạn dùng được ${p.nearest} điểm`,
  points_used_up: "Điểm của đơn này đã được dùng cho đơn khác",
  code_used_up: "Mã này đã hết lượt",
  programme_used_up: "Chương trình này đã hết suất",
  code_per_customer: "Bạn đã dùng hết lượt của mã này",
  code_first_order: "Mã này chỉ dành cho đơn đầu tiên",
  code_rank: "Mã này dành cho hạng thành viên khác",
  code_account_kind: "Mã này không dành cho loại tài khoản của bạn",
  code_hours: (p: { from: number; to: number }) => `Mã này dùng được từ ${p.from} giờ đến ${p.to} giờ`,
  code_payment_method: "Mã này chỉ dùng với cách thanh toán khác",
  code_area: "Mã này không dùng cho nơi nhận hàng này",
  code_channel: "Mã này không dùng khi mua tại đây",
  code_no_such_goods: "Giỏ hàng chưa có sản phẩm mà mã này áp dụng",
  code_flash_only: "Sản phẩm đang có giá flash sale nên không dùng thêm mã",
  code_not_combinable: "Mã này không dùng chung với ưu đãi đang có",
  code_min_quantity: (p: { missing: number }) => `Mua thêm ${p.missing} sản phẩm để dùng mã này`,
  code_min_order: (p: { missing: string }) => `Mua thêm ${p.missing}`,
  code_nothing: "Mã này không giảm thêm gì cho đơn này, nên không bị trừ lượt",
  code_cut: (p: { amount: string }) => `Giảm ít hơn ${p.amount}: tổng ưu đãi không quá một nửa giá bán`,
  voucher_minimum: (p: { minimum: string }) => `Mã này dùng cho đơn từ ${p.minimum}`,
  voucher_maximum: (p: { maximum: string }) => `Mã này giảm tối đa ${p.maximum}`,
  no_responsive_store: "Địa chỉ bạn chọn chưa có cửa hàng phụ trách",

  no_longer_sold: (p: { name: string }) => `${p.name} không còn bán. Bạn bỏ món này khỏi đơn nhé`,
  flash_maximum: (p: { name: string; maximum: number; until: string }) =>
    `${p.name} chỉ được mua tối đa ${p.maximum} với giá flash sale, đến ${formatDateTime(p.until, "vi")}`,
  flash_had: (p: { name: string; until: string }) =>
    `Bạn đã mua đủ số lượng giá flash sale của ${p.name}. Giá này kết thúc lúc ${formatDateTime(p.until, "vi")}`,

  // ---- system messages (Spec §8)
  phone_registered: "Số điện thoại đã được đăng ký",
  phone_registered_prompt: "Đăng nhập để tiếp tục đăng ký đại lý",
  order_not_found: "Đơn hàng không tồn tại",
  data_not_found: "Dữ liệu không tồn tại",
  no_matching_data: "Không tìm thấy dữ liệu phù hợp",
  need_to_login: "Bạn cần đăng nhập để sử dụng chức năng này",
  login_to_rate: "Vui lòng đăng nhập để đánh giá và bình luận",
  comment_prompt: "Viết tiếng Việt có dấu để mọi người dễ đọc",
  page_not_found: "Không tìm thấy trang này",
  route_not_found: "Không thể tìm thấy trang này",
  error_page_failed: "Có lỗi khi hiển thị trang báo lỗi",
  captcha_no_key: "Lỗi ReCaptcha: chưa có khóa",
  captcha_no_version: "Lỗi ReCaptcha: chưa có phiên bản",
  captcha_failed: "Lỗi ReCaptcha: không thực hiện được",
  captcha_script: "Lỗi ReCaptcha: không tải được tập lệnh",
  captcha_unsolved: "Chưa xác nhận được bạn không phải là máy. Bạn thử lại nhé.",

  // ---- one per code of contract/errors.ts
  malformed: "Yêu cầu không đọc được",
  idempotency_key: (p: { minimum: number; maximum: number }) =>
    `Idempotency-Key phải có từ ${p.minimum} đến ${p.maximum} ký tự`,
  invalid: "Vui lòng kiểm tra lại thông tin",
  unauthenticated: "Bạn cần đăng nhập để sử dụng chức năng này",
  forbidden: "Bạn không có quyền thực hiện việc này",
  not_found: "Dữ liệu không tồn tại",
  conflict: "Thông tin vừa được thay đổi ở nơi khác. Vui lòng tải lại rồi thử lại",
  in_progress: "Yêu cầu này đang được xử lý. Vui lòng đợi một chút",
  vacancy_closed: "Vị trí này đã đóng, không nhận thêm hồ sơ",
  file_not_clean: "Tệp này chưa qua kiểm tra an toàn",
  // ---- ratings, questions, replies
  log_in_to_rate: "Vui lòng đăng nhập để đánh giá và bình luận",
  not_bought: "Chỉ người đã nhận sản phẩm này mới đánh giá được. Bạn vẫn hỏi về sản phẩm được",
  seller_cannot_rate: "Nhân viên và đại lý của cửa hàng không đánh giá sản phẩm",
  already_rated: "Bạn đã đánh giá sản phẩm này. Bạn sửa đánh giá cũ được",
  already_objected: "Bạn đã phản đối một lần rồi",
  own_comment: "Đây là bài viết của chính bạn",
  daily_limit: (p: { maximum?: string | number }) =>
    `Hôm nay bạn đã làm việc này đủ ${p.maximum ?? ""} lần. Mai bạn tiếp tục nhé`,
  text_repeated: "Bạn vừa gửi đúng nội dung này. Vui lòng viết khác đi",
  one_of_two: "Cần đúng một trong hai: sản phẩm hoặc danh mục",
  hashtag_unknown: "Thẻ này không có",
  pictures_few: (p: { maximum?: string | number }) => `Chỉ kèm được tối đa ${p.maximum ?? ""} ảnh`,
  picture_unknown: "Ảnh này không còn. Vui lòng tải lại ảnh",
  picture_not_sent: 'Ảnh chưa được tải lên. Nhấn "Thêm ảnh" trước khi gửi',
  comment_changed: "Bài viết này vừa thay đổi. Hãy tải lại rồi xem tiếp",
  hidden_by_same: "Người đã ẩn bài không tự xét phản đối",
  picture_missing: "Vui lòng chọn một ảnh",
  picture_unreadable: "Không đọc được ảnh này. Vui lòng chọn ảnh JPEG, PNG, WebP, AVIF hoặc GIF",
  picture_too_large: "Ảnh lớn hơn 10 MB. Vui lòng chọn ảnh nhỏ hơn",
  min_signs: (p: { field: string; length: number }) => `Vui lòng nhập ${p.field} gồm ${p.length} ký tự trở lên`,
  page_ended: "Chương trình đã kết thúc",
  page_too_large: "Trang lớn quá 200 KB",
  page_unreadable: "Phiên bản này có khối không còn được hỗ trợ",
  page_has_no_window: "Trang cố định không có ngày bắt đầu và kết thúc",
  page_ends_before: "Ngày kết thúc phải sau ngày bắt đầu và sau bây giờ",
  page_hero_first: "Khối mở đầu phải đứng đầu trang",
  page_one_of_type: "Mỗi trang chỉ có một khối loại này",
  page_banned_claim: "Có cụm từ quảng cáo không được dùng",
  page_unknown_blank: "Có chỗ điền không tồn tại",
  page_dead_link: "Liên kết không dẫn đến trang nào",
  slug_taken: "Đường dẫn này đã có trang khác dùng",
  slug_kept: "Tin đã đăng giữ nguyên địa chỉ",
  state_conflict: "Trạng thái hiện tại không cho phép việc này",
  price_changed: "Giá hoặc phí vừa thay đổi. Vui lòng xem lại trước khi đặt hàng",
  gift_gone: (p: { names?: string }) =>
    `Đơn này không còn được tặng ${p.names || "quà đã hiện"}: quà đã hết, hoặc số lần được tặng đã hết`,
  out_of_stock: (p: { name?: string }) => `${p.name ?? "Sản phẩm"} tạm hết hàng`,
  too_large: "Nội dung gửi lên quá lớn",
  unsupported_media: "Định dạng này chưa được hỗ trợ",
  idempotency_mismatch: "Mã yêu cầu này đã dùng cho một nội dung khác",
  below_minimum: (p: { name?: string; minimum?: number }) =>
    `${p.name ?? "Sản phẩm"} cần mua từ ${p.minimum ?? 1} trở lên`,
  above_maximum: (p: { name?: string; maximum?: number }) =>
    p.maximum === undefined
      ? `${p.name ?? "Sản phẩm"} vượt số lượng được mua`
      : `${p.name ?? "Sản phẩm"} chỉ được mua tối đa ${p.maximum}`,
  cart_empty: "Giỏ hàng đang trống",
  shipping_required: "Vui lòng chọn đơn vị vận chuyển",
  shipping_unavailable: "Đơn vị vận chuyển này không giao đến địa chỉ đã chọn",
  payment_unavailable: "Phương thức thanh toán này hiện không dùng được",
  cod_limit: (p: { limit?: string }) =>
    p.limit === undefined
      ? "Đơn hàng vượt mức thanh toán khi nhận hàng"
      : `Thanh toán khi nhận hàng áp dụng cho đơn đến ${p.limit}`,
  method_free: "Không mất phí",
  method_below_minimum: (p: { minimum: string; missing: string }) =>
    `Cho đơn từ ${p.minimum}, đơn này thiếu ${p.missing}`,
  method_above_maximum: (p: { maximum: string }) => `Cho đơn đến ${p.maximum}`,
  method_paused: (p: { until?: string }) => (p.until === undefined ? "Đang bảo trì" : `Đang bảo trì đến ${p.until}`),
  method_down: "Đang gián đoạn. Bạn chọn cách khác hoặc thử lại sau ít phút",
  card_step: "Bước thanh toán thẻ này đã qua hoặc chưa tới. Vui lòng tải lại trang",
  card_tries_order: "Đơn này đã thử đủ 3 thẻ. Vui lòng chọn cách thanh toán khác",
  card_number: "Số thẻ",
  card_expiry_month: "Tháng hết hạn",
  card_expiry_year: "Năm hết hạn",
  card_security_code: "Mã bảo mật",
  card_note:
    "Số thẻ được nhập thẳng vào cổng thanh toán VPBank theo chuẩn PCI-DSS, Mutosi không nhìn thấy và không lưu.",
  method_no_time: "Thời gian giữ đơn còn lại không đủ cho cách này",
  too_many: "Bạn thao tác quá nhanh. Vui lòng thử lại sau ít phút",
  password_pending: "Vui lòng đổi mật khẩu trước khi tiếp tục",
  account_locked: "Tài khoản đang bị khóa. Vui lòng gọi tổng đài để được hỗ trợ",
  email_registered: "Email này đã thuộc một tài khoản khác",
  phone_unconfirmed: "Vui lòng xác nhận số điện thoại bằng mã trước khi đặt hàng",
  wrong_credentials: "Thông tin đăng nhập chưa đúng",
  wrong_password: "Mật khẩu chưa đúng",
  proof_required: "Để an toàn, vui lòng nhập mật khẩu hiện tại",
  proof_sign_in: "Để an toàn, vui lòng đăng xuất, đăng nhập lại rồi làm việc này trong 10 phút",
  proof_code: "Để an toàn, vui lòng xác nhận bằng mã gửi đến số điện thoại của bạn",
  google_mismatch: "Đăng nhập bằng Google đã dừng lại vì câu trả lời không khớp với yêu cầu. Vui lòng thử lại",
  google_declined: "Bạn chưa cho phép đăng nhập bằng Google",
  google_unverified:
    "Google chưa xác nhận địa chỉ e-mail này. Vui lòng xác nhận với Google hoặc đăng nhập bằng số điện thoại",
  google_taken: "Tài khoản Google này đã liên kết với một tài khoản khác",
  google_only_way: "Google là cách đăng nhập duy nhất của bạn. Vui lòng thêm số điện thoại hoặc mật khẩu trước",
  password_common: "Mật khẩu này quá phổ biến, dễ bị đoán. Vui lòng chọn mật khẩu khác",
  captcha_required: "Vui lòng xác nhận bạn không phải là máy",
  otp_expired: "Mã đã hết hiệu lực. Vui lòng lấy mã mới",
  // ---- staff
  factor_pending: "Bạn đã vào bằng mã dự phòng. Hãy đặt bước thứ hai mới rồi làm tiếp",
  step_up_required: "Cần xác nhận lại là bạn: nhập mã hoặc dùng passkey",
  approval_asked: (p: { code?: string | number }) =>
    `Đã gửi duyệt, yêu cầu ${p.code ?? ""}. Chưa có gì thay đổi cho đến khi người thứ hai đồng ý`,
  approval_needed: "Việc này vượt hạn mức. Khóa kết nối không gửi duyệt được",
  own_request: "Người gửi không tự duyệt, người được thêm quyền cũng không",
  approval_void: "Số liệu đã đổi so với yêu cầu được duyệt",
  approval_open: (p: { code?: string | number }) => `Đã có một yêu cầu đang chờ cho việc này: ${p.code ?? ""}`,
  approval_decided: "Yêu cầu này đã được giải quyết",
  approval_changed: "Số liệu đã đổi từ lúc bạn xem. Hãy tải lại",
  not_alone: "Vẫn còn người khác duyệt được, hoặc trong 72 giờ qua từng có",
  own_account: "Việc này không làm với tài khoản của chính mình",
  last_holder: (p: { permissions?: string }) =>
    `Đây là người cuối cùng đang làm có quyền ${p.permissions ?? "này"}. Hãy trao quyền đó cho người khác trước`,
  link_over: "Liên kết này đã dùng, đã hết hạn hoặc đã được thay bằng liên kết mới",
  second_factor_wrong: (p: { left?: number }) =>
    p.left === undefined
      ? "Mã chưa đúng hoặc đã dùng rồi"
      : `Mã chưa đúng hoặc đã dùng rồi. Bạn còn ${p.left} lần nhập`,
  sign_in_over: "Lần đăng nhập này đã quá lâu. Vui lòng nhập lại email và mật khẩu",
  setup_over: "Mã QR này đã hết hạn. Vui lòng quét mã mới",
  place_required: "Vai trò này cần nơi làm việc. Hãy chọn kho, hoặc chọn mọi kho",
  place_unknown: "Nơi này không có",
  role_unknown: "Vai trò này không có",
  role_required: "Cần ít nhất một vai trò",
  role_in_use: "Vai trò này vẫn có người giữ",
  staff_stale: "Người khác vừa sửa. Hãy tải lại rồi sửa tiếp",
  staff_state: "Trạng thái hiện tại của tài khoản không cho phép việc này",
  forbidden_scope: "Khóa kết nối không được có quyền này",
  totp_invalid: "Mã gồm 6 chữ số",
  recovery_code_invalid: "Mã dự phòng gồm 12 chữ và số",
  passkeys_full: "Mỗi tài khoản có tối đa 10 passkey",
  mail_unavailable: "Shop chưa gửi được email nên chưa mời hay đặt lại được. Xem npm run staff trên máy chủ",
  passkeys_unavailable: "Passkey chỉ dùng được khi trang mở bằng https",
  // ---- desks of the office
  order_cannot_cancel: "Đơn đã rời kho hoặc đã đóng nên không hủy được ở đây",
  order_awaits_money: "Đơn đang chờ tiền của khách: tiền về thì đơn tự được xác nhận",
  same_order: "Đây chính là đơn của khoản tiền này",
  order_awaits_no_money: "Đơn đó không còn chờ tiền",
  order_of_another_person: "Đơn đó không cùng tài khoản hay số điện thoại với đơn này",
  order_not_lapsed: "Chỉ mở lại được đơn hết hạn thanh toán",
  nothing_proposed: "Không có khoản nào đang chờ quyết định",
  money_status: "Khoản này đã được xử lý, không làm việc này được nữa",
  money_by_hand_only: "Cách trả này không hoàn tự động được, hãy chuyển khoản tay",
  money_below_minimum: "Số tiền dưới mức hoàn tối thiểu của cổng thanh toán, hãy chuyển khoản tay",
  money_another_sent: "Một khoản hoàn khác của lần trả này đang xử lý",
  money_not_lapsed: "Chỉ mở lại được đơn hết hạn thanh toán",
  nothing_owed: "Không nợ khách khoản nào của đơn này",
  other_amount_owed: (p: { amount?: string | number }) =>
    `Số tiền nợ khách là ${p.amount ?? ""}, không phải số bạn ghi`,
  reference_used: "Mã giao dịch này đã ghi cho một lần hoàn trước của đơn",
  order_changed_since: (p: { what?: string | number }) =>
    `Đơn đã thay đổi sau khi bạn mở: ${p.what ?? ""}. Bạn xem lại rồi làm tiếp`,
  file_too_long: (p: { maximum?: string | number }) =>
    `Tệp có tối đa ${p.maximum ?? ""} dòng. Bạn lọc bớt rồi xuất lại`,
  view_name_taken: "Đã có chế độ xem mang tên này",
  views_full: (p: { maximum?: string | number }) => `Mỗi danh sách có tối đa ${p.maximum ?? ""} chế độ xem của bạn`,
  view_changed: "Người khác vừa sửa chế độ xem này. Bạn tải lại rồi lưu tiếp",
  list_too_old: "Danh sách đã cũ hơn 30 phút. Bạn tải lại rồi chọn lại",
  list_changed: (p: { before?: string | number; now?: string | number }) =>
    `Bạn chọn ${p.before ?? ""} dòng, bây giờ có ${p.now ?? ""} dòng. Chưa làm gì cả: bạn tải lại rồi chọn lại`,
  bulk_most: (p: { maximum?: string | number }) => `Việc này làm cho tối đa ${p.maximum ?? ""} dòng một lần`,
  row_changed: "Đã thay đổi sau khi bạn chọn",
  nothing_to_retry: "Không có dòng nào bị lỗi để làm lại, hoặc việc đang chạy",
  bulk_state: "Trạng thái hiện tại không cho phép",
  approval_needed_of_one: (p: { decided_by?: string | number }) =>
    `Cần người thứ hai (quyền: ${p.decided_by ?? ""}). Bạn mở dòng này để gửi duyệt`,
  customer_values_hidden: "Bạn không được mở giá trị này",
  reveal_empty: "Khách chưa có thông tin này",
  google_refused: "Đăng nhập bằng Google không thành công. Vui lòng thử lại",
  otp_unavailable: "Chưa gửi được mã lúc này. Bạn có thể đăng nhập bằng mật khẩu",
  google_unavailable: "Chưa kết nối được với Google. Bạn có thể đăng nhập bằng số điện thoại",
  otp_wrong: (p: { left?: number }) =>
    p.left === undefined ? "Mã chưa đúng" : `Mã chưa đúng. Bạn còn ${p.left} lần nhập.`,
  internal: "Có lỗi xảy ra, dữ liệu của bạn chưa mất. Vui lòng thử lại",
  maintenance: "Cửa hàng đang bảo trì. Bạn quay lại sau ít phút nhé",
  unavailable: "Hệ thống đang bận. Vui lòng thử lại sau giây lát",

  /** Fields no form has: the parameters of a list, the numbers of a call. */
  fields: {
    ...fieldErrors.fields,
    area_m2: "Diện tích",
    front_m: "Mặt tiền",
    monthly_rent: "Giá thuê mỗi tháng",
    expected_salary: "Lương mong muốn",
    introduction: "Giới thiệu ngắn",
    days: "Số ngày làm việc",
    page: "Số trang",
    limit: "Số mục mỗi trang",
    price_min: "Giá từ",
    price_max: "Giá đến",
    answer: "Câu trả lời",
    text: "nhận xét",
    stars: "Số sao",
    rating_min: "Số sao",
    product_id: "Mã sản phẩm",
    expected_total: "Tổng tiền đã xem",
    expected_gifts: "Quà tặng đã xem",
    phone: "Số điện thoại",
    order_phone: "Số điện thoại",
    email: "Email",
    password: "Mật khẩu",
    password_confirmation: "Mật khẩu xác nhận",
    birthday: "Ngày sinh",
    city_code: "Tỉnh/Thành phố",
    district_code: "Quận/Huyện",
    ward_code: "Phường/Xã",
    current_ward_code: "Phường/Xã mới",
    tax_code: "Mã số thuế",
    reason: "Lý do",
    name: "Từ khóa",
    quantity: "Số lượng",
    order_code: "Mã đơn hàng",
    shipping_method: "Đơn vị vận chuyển",
    payment_method: "Phương thức thanh toán",
  },
} satisfies Record<ErrorCode, Text> & Record<string, Text | Record<string, string>>;

/** Every language has the same keys. */
export type Errors = typeof errors;
