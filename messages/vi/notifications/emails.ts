/** Texts of e-mails. */
export const emails = {
  code_subject: (p: { shop: string }) => `Mã xác thực ${p.shop}`,
  code_text: (p: { code: string; shop: string }) =>
    `Mã xác thực của bạn là ${p.code}, có hiệu lực 5 phút.\n\nKhông chia sẻ mã này cho bất kỳ ai. Nếu bạn không yêu cầu mã, hãy bỏ qua thư này.\n\n${p.shop}`,
};

export type EmailMessages = typeof emails;
