import type { RecruitmentMails } from "../../vi/recruitment/mails.ts";

export const mails: RecruitmentMails = {
  received: {
    subject: (p) => `応募書類${p.code}を受け付けました`,
    text: (p) =>
      `${p.name}様\n\n${p.job}へのご応募を受け付けました。${p.until}までにご連絡します。${p.delete_on}に削除します。状況の確認・取り下げ：${p.link}`,
  },
  interview: {
    subject: (p) => `面接のご案内：${p.job}`,
    text: (p) => `${p.name}様\n\n${p.job}の面接にご案内します。\n\n${p.message}`,
  },
  offer: {
    subject: (p) => `採用のご連絡：${p.job}`,
    text: (p) => `${p.name}様\n\n${p.job}として採用いたします。\n\n${p.message}`,
  },
  refused: {
    subject: (p) => `選考結果：${p.job}`,
    text: (p) =>
      `${p.name}様\n\n${p.job}について、今回は見送らせていただきます。ご応募ありがとうございました。書類の削除：${p.link}`,
  },
  new_file: {
    subject: (p) => `履歴書の再送のお願い：${p.job}`,
    text: (p) => `${p.name}様\n\n履歴書ファイルは安全確認を通過せず、削除しました。再送：${p.link}`,
  },
};
