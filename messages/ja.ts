/** Every Japanese text of the interface, by domain. */
import { common } from "./ja/common.ts";
import { fulfilment } from "./ja/fulfilment.ts";
import { stores } from "./ja/stores.ts";
import type { Messages } from "./messages.ts";

export const ja = { common, fulfilment, stores } satisfies Messages;
