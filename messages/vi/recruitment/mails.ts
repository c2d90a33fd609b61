/** Letters to applicants, plain text. Whoever writes `message` is staff. */
type Blanks = Readonly<Record<"name" | "code" | "job" | "message" | "until" | "delete_on" | "link", string>>;
type Mail = { subject: (p: Blanks) => string; text: (p: Blanks) => string };

export const mails: RecruitmentMails = {
  received: {
    subject: (p) => `Đã nhận hồ sơ ${p.code}`,
    text: (p) =>
      `Chào ${p.name},\n\nChúng tôi đã nhận hồ sơ của bạn cho vị trí ${p.job} và trả lời chậm nhất ${p.until}. Hồ sơ được xóa ngày ${p.delete_on}. Xem trạng thái hoặc rút hồ sơ tại ${p.link} bằng mã và số điện thoại.`,
  },
  interview: {
    subject: (p) => `Mời phỏng vấn: ${p.job}`,
    text: (p) => `Chào ${p.name},\n\nMời bạn phỏng vấn vị trí ${p.job}.\n\n${p.message}`,
  },
  offer: {
    subject: (p) => `Mời nhận việc: ${p.job}`,
    text: (p) => `Chào ${p.name},\n\nChúng tôi mời bạn nhận vị trí ${p.job}.\n\n${p.message}`,
  },
  refused: {
    subject: (p) => `Về hồ sơ của bạn: ${p.job}`,
    text: (p) =>
      `Chào ${p.name},\n\nLần này chúng tôi chưa chọn hồ sơ của bạn cho vị trí ${p.job}. Cảm ơn bạn đã dành thời gian. Bạn có thể xóa hồ sơ ngay tại ${p.link}.`,
  },
  new_file: {
    subject: (p) => `Vui lòng gửi lại CV: ${p.job}`,
    text: (p) =>
      `Chào ${p.name},\n\nTệp CV của bạn không qua được kiểm tra an toàn và đã bị xóa. Gửi tệp khác tại ${p.link}.`,
  },
};

export type RecruitmentMails = Record<"received" | "interview" | "offer" | "refused" | "new_file", Mail>;
