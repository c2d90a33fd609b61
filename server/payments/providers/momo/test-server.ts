/** MoMo as a server on loopback that takes every payment: for tests of the adapter alone. The gateway of sandbox/ plays it whole. */
import { answeringServer } from "../test-server.ts";

export const CREATED = '{"resultCode":0,"payUrl":"http://127.0.0.1/pay"}';
export const momoServer = () => answeringServer(CREATED);

/** Those of the gateway, without its address. */
export const momoTestKeys = {
  MOMO_PARTNER_CODE: "SANDBOXMOMO",
  MOMO_ACCESS_KEY: "SANDBOXACCESS01",
  MOMO_SECRET_KEY: "SANDBOX0MOMO0SECRET0KEY000000001",
};
