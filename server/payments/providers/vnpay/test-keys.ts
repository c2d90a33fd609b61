/** Those of the gateway, at an address where nobody answers. */
export const vnpayTestKeys = {
  VNPAY_PAY_URL: "http://127.0.0.1:9/vnpay/paymentv2/vpcpay.html",
  VNPAY_API_URL: "http://127.0.0.1:9/vnpay/merchant_webapi/api/transaction",
  VNPAY_TMN_CODE: "SANDBOX1",
  VNPAY_HASH_SECRET: "SANDBOX0VNPAY0HASH0SECRET0000001",
};
