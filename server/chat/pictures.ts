/** Pictures of a chat: drawn again without anything the camera wrote, under a random name, for who takes part. rules/chat#pictures */
import { MAX_CHAT_PICTURES } from "contract/chat/chat-words.ts";
import { ShopError } from "contract/errors.ts";
import type { Ctx } from "../kernel/context.ts";
import { redrawn } from "../platform/sent-pictures.ts";
import { newKey, storageOf } from "../platform/storage.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { ownConversation } from "./conversation-row.ts";

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const SIDE_PX = 1600;

type PictureProblem = "picture_missing" | "picture_unreadable" | "picture_too_large";

export function pictureRefused(problem: PictureProblem, cause?: unknown): ShopError {
  const code =
    problem === "picture_too_large" ? "too_large" : problem === "picture_missing" ? "invalid" : "unsupported_media";
  return new ShopError(code, { message_key: problem, fields: { picture: [{ key: problem }] }, cause });
}

/** Throws not_found, unsupported_media, invalid. Answers their keys, for a message. */
export async function storePictures(ctx: Ctx, code: string, sent: readonly Buffer[]): Promise<string[]> {
  const { id: conversation_id } = await ownConversation(ctx, code);
  if (sent.length === 0) throw pictureRefused("picture_missing");
  if (sent.length > MAX_CHAT_PICTURES)
    throw new ShopError("invalid", {
      fields: { picture: [{ key: "pictures_few", params: { maximum: MAX_CHAT_PICTURES } }] },
    });
  const inside = { width: SIDE_PX, height: SIDE_PX, fit: "inside", withoutEnlargement: true } as const;
  const keys: string[] = [];
  for (const each of sent) {
    const bytes = await redrawn(each, inside, (cause) => pictureRefused("picture_unreadable", cause));
    const key = newKey("chat", "webp");
    await storageOf(ctx.config).put(key, bytes, "image/webp");
    keys.push(key);
  }
  const rows = keys.map((key) => ({ key, conversation_id, by_customer: true, created_at: ctx.now }));
  await ctx.sql.insertInto("chat.pictures").values(rows).execute();
  return keys;
}

/** By the address a participant was given; null for one that has lapsed, and for a picture that is gone. */
export async function pictureBy(ctx: Ctx, token: string): Promise<Buffer | null> {
  const key = await signedTokens(ctx.config, () => ctx.now.getTime()).verify("chat_picture", token);
  if (key === null) return null;
  const known = await ctx.sql.selectFrom("chat.pictures").select("key").where("key", "=", key).executeTakeFirst();
  const bytes = known && (await storageOf(ctx.config).get(key));
  return bytes ? Buffer.from(bytes) : null;
}
