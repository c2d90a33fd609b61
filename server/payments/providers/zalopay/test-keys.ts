/** Those of the gateway, without its address. */
export const zalopayTestKeys = {
  ZALOPAY_APP_ID: "2554",
  ZALOPAY_KEY1: "SANDBOX0ZALO0KEY10000000000000001",
  ZALOPAY_KEY2: "SANDBOX0ZALO0KEY20000000000000001",
};

export const CREATED = '{"return_code":1,"return_message":"","order_url":"http://127.0.0.1/pay","zp_trans_token":"t"}';
