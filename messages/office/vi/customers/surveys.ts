import type { PollState } from "contract/surveys/questions.ts";

/** Desk of surveys. */
export const surveys = {
  title: "Khảo sát",
  about: "Câu trả lời không kèm người trả lời.",
  none: "Chưa có khảo sát nào. Nhập bằng npm run import.",
  name: "Tên",
  state: "Trạng thái",
  states: { draft: "Nháp", open: "Đang mở", closed: "Đã đóng" } satisfies Record<PollState, string>,
  answers: "Câu trả lời",
  ends_at: "Kết thúc",
  no_end: "không hẹn ngày",
  answered: (p: { count: number }) => `${p.count} người trả lời`,
  texts: "Ý kiến viết",
  no_texts: "Chưa có ý kiến nào.",
  percent: (p: { count: number; percent: number }) => `${p.count} · ${p.percent}%`,
  file: "Tải mọi câu trả lời (CSV)",
  open: "Mở khảo sát",
  close: "Đóng khảo sát",
  opened: "Đã mở",
  closed: "Đã đóng",
};
