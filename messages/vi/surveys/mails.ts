/** What the server itself writes about surveys, plain text. */
type Invited = Readonly<Record<"name" | "until" | "link" | "stop_link", string>>;

export const mails = {
  thanks: "Cảm ơn bạn. Câu trả lời đã được ghi.",
  invited: (p: Invited) =>
    `Chào ${p.name},\n\nVài câu hỏi, khoảng một phút, trả lời đến ${p.until}:\n${p.link}\n\nKhông trả lời cũng không sao. Ngừng nhận khảo sát:\n${p.stop_link}`,
  low: (p: { title: string }) => `Khảo sát “${p.title}”: khách chưa hài lòng.`,
};
