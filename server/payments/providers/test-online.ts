/** The online providers with their test keys, on one server that takes every payment: for tests that only begin to pay. */

import { CREATED as ALEPAY, alepayTestKeys } from "./alepay/test-keys.ts";
import { CREATED as MOMO, momoTestKeys } from "./momo/test-server.ts";
import { answerAt, napasTestKeys } from "./napas/test-keys.ts";
import { CREATED as SHOPEEPAY, shopeepayTestKeys } from "./shopeepay/test-keys.ts";
import { answeringServer } from "./test-server.ts";
import { vnpayTestKeys } from "./vnpay/test-keys.ts";
import { CREATED as ZALOPAY, zalopayTestKeys } from "./zalopay/test-keys.ts";

/** What each answers, by how the path begins that it is asked under. */
const ANSWERS: Readonly<Record<string, string>> = {
  "/momo/": MOMO,
  "/zalopay/": ZALOPAY,
  "/shopeepay/": SHOPEEPAY,
  "/alepay/": ALEPAY,
};

export async function onlineProviders() {
  const { url, close } = await answeringServer(
    (path) => Object.entries(ANSWERS).find(([begin]) => path.startsWith(begin))?.[1] ?? answerAt(path),
  );
  const env = {
    ...vnpayTestKeys,
    ...momoTestKeys,
    MOMO_URL: `${url}/momo`,
    ...zalopayTestKeys,
    ZALOPAY_URL: `${url}/zalopay`,
    ...shopeepayTestKeys,
    SHOPEEPAY_URL: `${url}/shopeepay`,
    ...alepayTestKeys,
    ALEPAY_URL: `${url}/alepay`,
    ...napasTestKeys,
    NAPAS_URL: `${url}/napas/api`,
    NAPAS_FORM_URL: `${url}/napas/api`,
  };
  return { env, close };
}
