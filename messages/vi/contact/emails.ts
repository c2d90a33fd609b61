/** E-mails to who sent a message. */
type About = { name: string; code: string; until: string; person: string; reason: string; link: string };

export const emails = {
  received: (p: About) => ({
    title: `Đã nhận tin ${p.code}`,
    text: `Chào ${p.name},\n\nChúng tôi đã nhận tin của bạn và trả lời trước ${p.until}. Xem và viết thêm tại ${p.link}.`,
  }),
  answered: (p: About) => ({
    title: `Trả lời tin ${p.code}`,
    text: `Chào ${p.name},\n\nChúng tôi đã trả lời. Đọc và viết tiếp tại ${p.link}.`,
  }),
  named: (p: About) => ({
    title: `Đã tiếp nhận khiếu nại ${p.code}`,
    text: `Chào ${p.name},\n\n${p.person} phụ trách khiếu nại của bạn. Chúng tôi trả lời bằng văn bản hoặc email chậm nhất ${p.until}. Theo dõi tại ${p.link}.`,
  }),
  extended: (p: About) => ({
    title: `Khiếu nại ${p.code} cần thêm thời gian`,
    text: `Chào ${p.name},\n\nLý do: ${p.reason}. Hạn trả lời mới: ${p.until}, không gia hạn thêm lần nữa. Theo dõi tại ${p.link}.`,
  }),
};

export type ContactEmails = typeof emails;
