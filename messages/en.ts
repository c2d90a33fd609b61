/** Every English text of the interface, by domain. */
import { common } from "./en/common.ts";
import { fulfilment } from "./en/fulfilment.ts";
import { stores } from "./en/stores.ts";
import type { Messages } from "./messages.ts";

export const en = { common, fulfilment, stores } satisfies Messages;
