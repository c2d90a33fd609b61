/** Calls about one's own conversation, for the test that a foreign one is answered like one that is not there. */
import type { Shop } from "contract/contract.ts";

const left = { phone: "0590000011", city_code: "01", text: "Xin chào", client_id: "E".repeat(22) };
const inputs = {
  conversation: {},
  send: { client_id: "D".repeat(22), text: "Xin chào" },
  typing: {},
  seen: { seq: 1 },
  rate: { good: true },
  transcript: {},
  close: {},
};

export const ownedChats = Object.fromEntries(
  Object.entries(inputs).map(([name, input]) => [
    `chat.${name}`,
    {
      make: async (lan: Shop) => ({ id: (await lan.chat.leave(left)).id, ...input }),
      missing: { id: "A".repeat(22), ...input },
      // It is rated once it is over.
      owner_may: name !== "rate",
    },
  ]),
);
