/** Every English text of the interface, by domain. */
import { common } from "./en/common.ts";
import type { Messages } from "./messages.ts";

export const en = { common } satisfies Messages;
