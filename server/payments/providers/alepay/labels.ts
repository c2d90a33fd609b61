import type { Provider } from "../../provider.ts";

export const labels: Provider["labels"] = {
  vi: {
    name: "Thẻ quốc tế hoặc trả góp (Alepay)",
    description: () => "Chọn trả thẳng hoặc kỳ hạn, ngân hàng ở trang của Alepay; phí trả góp, nếu có, hiện ở đó",
  },
  en: {
    name: "International card or instalments (Alepay)",
    description: () =>
      "Choose to pay at once, or bank and term, on Alepay's page; an instalment fee, if any, is shown there",
  },
  ja: {
    name: "国際カード・分割払い（Alepay）",
    description: () => "一括または銀行と回数をAlepayの画面で選択。分割手数料がある場合はそこに表示されます",
  },
};
