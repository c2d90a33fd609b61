/** Every Japanese text of the interface, by domain. */
import { common } from "./ja/common.ts";
import type { Messages } from "./messages.ts";

export const ja = { common } satisfies Messages;
