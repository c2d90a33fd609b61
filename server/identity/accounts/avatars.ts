/**
 * A person's picture: an upload is recognised by its bytes, re-encoded as a small square WebP without anything the
 * camera wrote into it, and stored under a random name. rules/identity#pictures
 */
import { ShopError } from "contract/errors.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { redrawn } from "../../platform/sent-pictures.ts";
import { newKey, storageOf } from "../../platform/storage.ts";

export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;
const SIDE_PX = 512;

export type AvatarProblem = "avatar_missing" | "avatar_unreadable" | "avatar_too_large";

export function avatarRefused(problem: AvatarProblem, cause?: unknown): ShopError {
  const code =
    problem === "avatar_too_large" ? "too_large" : problem === "avatar_missing" ? "invalid" : "unsupported_media";
  return new ShopError(code, { message_key: problem, fields: { avatar: [{ key: problem }] }, cause });
}

/** Its URL on the site, from the account's key. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/${key}`;
}

/** Puts a picture in place of the one before. Throws unsupported_media. Answers its address. */
export async function setAvatar(ctx: Ctx, customer_id: number, sent: Buffer): Promise<string> {
  const square = { width: SIDE_PX, height: SIDE_PX, fit: "cover" } as const;
  const bytes = await redrawn(sent, square, (cause) => avatarRefused("avatar_unreadable", cause));
  const key = newKey("avatars", "webp");
  await storageOf(ctx.config).put(key, bytes, "image/webp");
  await replaceAvatar(ctx, customer_id, key);
  return `/${key}`;
}

/** Safe to repeat. */
export async function removeAvatar(ctx: Ctx, customer_id: number): Promise<void> {
  await replaceAvatar(ctx, customer_id, null);
}

/** The old file goes once the change stands. Locks the person, so that of two pictures at once one is taken away. */
async function replaceAvatar(ctx: Ctx, customer_id: number, key: string | null): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await ctx.sql
      .selectFrom("identity.customers")
      .select("avatar")
      .where("id", "=", customer_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await ctx.sql
      .updateTable("identity.customers")
      .set({ avatar: key, updated_at: ctx.now })
      .where("id", "=", customer_id)
      .execute();
    if (before.avatar !== null) await enqueue(ctx, "remove_file", { key: before.avatar });
  });
}
