/** Canned replies of the demo shop, and the chat's hours and days off. */

import type { CallInput } from "contract/call.ts";
import type { chatDesk } from "contract/chat/chat-desk.ts";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Words } from "../platform/settings.ts";

type ChatFile = {
  replies: { key: string; topic: CallInput<typeof chatDesk.saveReply>["topic"]; text: Words }[];
};

export const seedChat: Seeder = async (db) => {
  const { replies } = demoData<ChatFile>("chat/chat.json");
  await db
    .insertInto("chat.replies")
    .values(replies.map(({ key, topic, text }) => ({ key, topic, ...text })))
    .execute();
};
