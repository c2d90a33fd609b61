/** Those of the gateway, without its address. */
export const shopeepayTestKeys = {
  SHOPEEPAY_CLIENT_ID: "SANDBOXSPP",
  SHOPEEPAY_SECRET: "SANDBOX0SPP0SECRET00000000000001",
  SHOPEEPAY_MERCHANT_ID: "SANDBOX-MERCHANT",
  SHOPEEPAY_STORE_ID: "SANDBOX-STORE",
};

export const CREATED = '{"errcode":0,"debug_msg":"success","redirect_url_http":"http://127.0.0.1/pay"}';
