/** Those of the gateway, without its address. */
export const napasTestKeys = {
  NAPAS_MERCHANT_ID: "SANDBOXNAPAS",
  NAPAS_CLIENT_ID: "SANDBOXCLIENT",
  NAPAS_CLIENT_SECRET: "SANDBOX0NAPAS0CLIENT0SECRET00001",
  NAPAS_USERNAME: "SANDBOXUSER",
  NAPAS_PASSWORD: "SANDBOXPASSWORD",
};

export const TOKEN = '{"access_token":"t","token_type":"bearer","expires_in":3600}';
export const CREATED = '{"result":"SUCCESS","dataKey":"d","napasKey":"n"}';
/** By the path that is asked for. */
export const answerAt = (path: string): string => (path.endsWith("/oauth/token") ? TOKEN : CREATED);
