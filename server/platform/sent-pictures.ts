/**
 * Pictures people send: recognised by their bytes, and drawn again, so that nothing the camera or a stranger wrote into the
 * file stays. rules/identity#pictures
 */
import type { ResizeOptions } from "sharp";

/** A camera's 50 megapixels; more is a bomb. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
/** Drawing takes a core: two at once, the others wait. */
const MAX_AT_ONCE = 2;

const waiting: (() => void)[] = [];
let drawing = 0;

/** The picture as WebP. Throws `refused(cause)` for what is none. */
export async function redrawn(
  sent: Buffer,
  resize: ResizeOptions,
  refused: (cause?: unknown) => Error,
): Promise<Buffer> {
  if (!isPicture(sent)) throw refused();
  if (drawing >= MAX_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else drawing += 1;
  try {
    const { default: sharp } = await import("sharp"); // thirty megabytes of code, and only this needs it here
    return await sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
      .timeout({ seconds: MAX_SECONDS })
      .rotate()
      .resize(resize)
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw refused(error);
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
