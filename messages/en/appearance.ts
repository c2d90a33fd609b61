export const appearance = {
  title: "Appearance",
  system: "As the device",
  light: "Light",
  dark: "Dark",
  payment_marks: {
    cod: "Cash on delivery",
    "bank-transfer": "Bank transfer",
    installment: "Instalments",
    "pay-link": "Someone else pays",
    virtual: "Test payment",
  } as Readonly<Record<string, string>>,
};
