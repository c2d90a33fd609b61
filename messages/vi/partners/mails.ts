/** The e-mail to who offered premises, plain text. */
export const mail = (p: { name: string; code: string }) => ({
  title: "Đã nhận đề nghị hợp tác",
  text: `Chào ${p.name},\n\nChúng tôi đã nhận đề nghị cho thuê mặt bằng (${p.code}) và gọi lại trong 2 ngày làm việc.`,
});
