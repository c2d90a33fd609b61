import type { mails as vi } from "../../vi/surveys/mails.ts";

export const mails: typeof vi = {
  thanks: "ありがとうございます。回答を保存しました。",
  invited: (p) =>
    `${p.name}様\n\n約1分のアンケートです（${p.until}まで）：\n${p.link}\n\nご回答は任意です。配信停止：\n${p.stop_link}`,
  low: (p) => `アンケート「${p.title}」：お客様はご満足いただけませんでした。`,
};
