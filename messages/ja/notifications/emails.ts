/** Texts of e-mails. */
import type { EmailMessages } from "../../vi/notifications/emails.ts";

export const emails = {
  code_subject: (p) => `${p.shop} 確認コード`,
  code_text: (p) =>
    `確認コードは ${p.code} です。有効期間は5分です。\n\nこのコードを誰にも教えないでください。心当たりがない場合は、このメールを無視してください。\n\n${p.shop}`,
} satisfies EmailMessages;
