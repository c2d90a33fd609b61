/** Those of the gateway, without its address. */
export const alepayTestKeys = {
  ALEPAY_TOKEN_KEY: "SANDBOX0ALEPAY0TOKEN0KEY00000001",
  ALEPAY_CHECKSUM_KEY: "SANDBOX0ALEPAY0CHECKSUM0KEY00001",
  ALEPAY_CONTACT_EMAIL: "shop@sandbox.example",
  ALEPAY_CONTACT_PHONE: "0900000000",
};

export const CREATED = '{"code":"000","transactionCode":"ALE0001","checkoutUrl":"http://127.0.0.1/pay"}';
