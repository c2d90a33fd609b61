/**
 * Texts of field errors, shown by the server and, after hydration, by the browser on blur; nothing
 * else is here, because browsers load it. Texts the specification gives are word for word, "đặt biệt" included. Spec §5.
 */
type Text = string | ((p: never) => string);

export const fieldErrors = {
  required: "Vui lòng nhập thông tin",
  required_inquiry: "Vui lòng nhập thông tin",
  min_length: (p: { field: string; length: number }) => `${p.field} cần ít nhất ${p.length} ký tự`,
  max_length: (p: { field: string; length: number }) => `${p.field} cần bé hơn ${p.length} ký tự`,
  text_invalid: "Nội dung có ký tự không hợp lệ",
  name_invalid: (p: { field: string }) =>
    `${p.field} không hợp lệ, không được có ký tự đặt biệt, không khoảng trắng thừa`,
  email_invalid: "Vui lòng nhập email",
  phone_invalid: "Đây không phải số điện thoại hợp lệ",
  phone_short: (p: { missing: number }) => `Số điện thoại thiếu ${p.missing} chữ số`,
  phone_long: (p: { extra: number }) => `Số điện thoại thừa ${p.extra} chữ số`,
  phone_landline: "Đây là số máy bàn. Vui lòng nhập số di động để đơn vị giao hàng liên hệ",
  phone_old_prefix: (p: { suggestion: string }) => `Đầu số này đã đổi. Số mới của bạn là ${p.suggestion}?`,
  birthday_past: "Ngày sinh phải là quá khứ",
  birthday_early: "Ngày sinh phải từ năm 1900 trở đi",
  password_weak: "Mật khẩu chưa an toàn",
  password_mismatch: "Mật khẩu xác nhận không khớp",
  otp_malformed: "Mã gồm 6 chữ số",
  account_number_invalid: "Số tài khoản chỉ gồm chữ số",
  date_invalid: "Ngày này không có thật",
  terms_required: "Vui lòng đồng ý với điều khoản sử dụng",
  tax_code_characters: "Mã số thuế chỉ gồm chữ số",
  tax_code_short: (p: { missing: number }) => `Mã số thuế thiếu ${p.missing} chữ số`,
  tax_code_length: (p: { digits: number }) => `Mã số thuế đang có ${p.digits} chữ số; cần 10, 12 hoặc 13 chữ số`,
  tax_code_check_digit: "Mã số thuế sai chữ số kiểm tra. Bạn xem lại từng chữ số nhé",
  tax_code_branch: "Ba số cuối của mã số thuế chi nhánh là 001 đến 999",
  tax_code_person: "Số định danh cá nhân này không đúng cấu trúc",
  order_code_invalid: "Mã đơn hàng gồm 10 chữ và số",
  unit_unknown: "Không tìm thấy nơi này. Vui lòng chọn trong danh sách",

  /** The label of a field in the texts above, by its name on the wire; `other` where a name is missing. */
  fields: {
    other: "Thông tin này",
    contact: "Số điện thoại hoặc email",
    full_name: "Họ và tên",
    nickname: "Biệt danh",
    label: "Tên gợi nhớ",
    street: "Địa chỉ",
    address: "Địa chỉ",
    company_name: "Tên công ty",
    message: "Nội dung",
    note: "Ghi chú",
  },
} satisfies Record<string, Text | Record<string, string>>;

/** Every language has the same keys. */
export type FieldErrors = typeof fieldErrors;
