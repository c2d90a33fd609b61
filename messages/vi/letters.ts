/** What the shop writes by e-mail. */
export const letters = {
  code_subject: "Mã xác thực Mutosi",
  code_text: (p: { code: string }) =>
    `Mã xác thực của bạn là ${p.code}, có hiệu lực 5 phút.\n\nKhông chia sẻ mã này cho bất kỳ ai. Nếu bạn không yêu cầu mã, hãy bỏ qua thư này.\n\nMutosi`,
};

export type Letters = typeof letters;
