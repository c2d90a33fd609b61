/**
 * A person's picture: an upload is recognised by its bytes, re-encoded as a small square WebP without anything the
 * camera wrote into it, and stored under a random name. rules/identity#pictures
 */
import { ShopError } from "contract/errors.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { newKey, storageOf } from "../../platform/storage.ts";

export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;
const SIDE_PX = 512;
/** A camera's 50 megapixels; more is a bomb. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
/** Drawing takes a core: two at once, the others wait. */
const MAX_AT_ONCE = 2;

export type AvatarProblem = "avatar_missing" | "avatar_unreadable" | "avatar_too_large";

export function avatarRefused(problem: AvatarProblem): ShopError {
  const code =
    problem === "avatar_too_large" ? "too_large" : problem === "avatar_missing" ? "invalid" : "unsupported_media";
  return new ShopError(code, { message_key: problem, fields: { avatar: [{ key: problem }] } });
}

/** Its URL on the site, from the account's key. */
export function avatarUrl(key: string | null): string | null {
  return key === null ? null : `/${key}`;
}

/** Puts a picture in place of the one before. Throws unsupported_media. Answers its address. */
export async function setAvatar(ctx: Ctx, customer_id: number, sent: Buffer): Promise<string> {
  const bytes = await drawn(sent);
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

const waiting: (() => void)[] = [];
let drawing = 0;

async function drawn(sent: Buffer): Promise<Buffer> {
  if (!isPicture(sent)) throw avatarRefused("avatar_unreadable");
  if (drawing >= MAX_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else drawing += 1;
  try {
    const { default: sharp } = await import("sharp"); // thirty megabytes of code, and only this needs it here
    return await sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .timeout({ seconds: MAX_SECONDS })
      .rotate()
      .resize(SIDE_PX, SIDE_PX, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw new ShopError("unsupported_media", {
      message_key: "avatar_unreadable",
      fields: { avatar: [{ key: "avatar_unreadable" }] },
      cause: error,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}

/** By the first bytes, so that nothing but these five kinds ever reaches the reader of pictures. */
function isPicture(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 16).toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF8") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    /^ftypavi[fs]/.test(text.slice(4))
  );
}
