import type { mail as vi } from "../../vi/partners/mails.ts";

export const mail: typeof vi = (p) => ({
  title: "提携のお申し込み受付",
  text: `${p.name}様\n\n物件のお申し込み（${p.code}）を受け付けました。2営業日以内にご連絡します。`,
});
