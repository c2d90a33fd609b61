export const appearance = {
  title: "表示",
  system: "端末に合わせる",
  light: "ライト",
  dark: "ダーク",
  payment_marks: {
    cod: "代金引換",
    "bank-transfer": "銀行振込",
    installment: "分割払い",
    "pay-link": "ほかの人が支払う",
    virtual: "テスト決済",
  } as Readonly<Record<string, string>>,
};
