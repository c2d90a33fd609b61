/** What has to be true before the examples of the chat can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import { dropMemos } from "../platform/memo.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { adviser, clientId, person } from "./test-chat.ts";

/** Staff answer now, whatever the time of the machine that runs the test. */
async function openNow(shop: TestShop): Promise<void> {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, open: "00:00", close: "23:59" }));
  const value = JSON.stringify({ hours, holidays: [], queue_max: 1000 });
  await sql`update kernel.settings set value = ${value}::jsonb where key = 'chat'`.execute(shop.sql);
  dropMemos(["settings"]);
  await adviser(shop);
}

/** A conversation of Lan's alone: the one before is over. Answers its id. */
async function conversation(shop: TestShop): Promise<string> {
  await sql`delete from chat.conversations`.execute(shop.sql);
  const lan = await shop.as("lan");
  return (await lan.chat.leave({ ...person, text: "Máy này dùng nước giếng không?", client_id: clientId() })).id;
}

const ofLan: Setup = async ({ shop }) => ({ token: await shop.token("lan"), input: { id: await conversation(shop) } });
const forStaff: Setup = async ({ shop }) => ({ input: { id: await conversation(shop) } });

const over: Setup = async (world) => {
  const prepared = await ofLan(world);
  await (await world.shop.as("lan")).chat.close({ id: String(prepared.input?.id) });
  return prepared;
};

const verified: Setup = async (world) => {
  await sql`update identity.customers set email_verified_at = now() where email = 'lan@mutosi.example'`.execute(
    world.shop.sql,
  );
  return ofLan(world);
};

/** By the name of the call. */
export const chatSetups: Record<string, Setup> = {
  "chat.start": async ({ shop }) => {
    await openNow(shop);
    return {};
  },
  "chat.conversation": ofLan,
  "chat.send": ofLan,
  "chat.typing": ofLan,
  "chat.seen": ofLan,
  "chat.close": ofLan,
  "chat.rate": over,
  "chat.transcript": ofLan,
  "chat.mailTranscript": verified,
  "chat.record": forStaff,
  "chat.take": forStaff,
  "chat.answer": forStaff,
  "chat.note": forStaff,
  "chat.pass": async (world) => ({ input: { ...(await forStaff(world)).input, to: await world.shop.staffId("an") } }),
  "chat.done": forStaff,
  "chat.staffTyping": forStaff,
  "chat.staffSeen": forStaff,
};
