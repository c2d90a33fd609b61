/** E-mails to who sent a message. */
import type { ContactEmails } from "../../vi/contact/emails.ts";

export const emails: ContactEmails = {
  received: (p) => ({
    title: `お問い合わせ${p.code}を受け付けました`,
    text: `${p.name}様\n\nお問い合わせを受け付けました。${p.until}までにご返信します。確認・追記：${p.link}`,
  }),
  answered: (p) => ({
    title: `${p.code}へのご返信`,
    text: `${p.name}様\n\nご返信しました。確認：${p.link}`,
  }),
  named: (p) => ({
    title: `苦情${p.code}を受け付けました`,
    text: `${p.name}様\n\n担当は${p.person}です。${p.until}までに書面またはメールでご返答します。状況：${p.link}`,
  }),
  extended: (p) => ({
    title: `苦情${p.code}の回答期限の延長`,
    text: `${p.name}様\n\n理由：${p.reason}。新しい期限は${p.until}です。再延長はありません。状況：${p.link}`,
  }),
};
