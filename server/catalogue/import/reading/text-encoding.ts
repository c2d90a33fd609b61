/**
 * A file as text, chunk by chunk: in the encoding given with `--encoding`; otherwise the one its first bytes show (byte
 * order mark, or the zero bytes of UTF-16); otherwise UTF-8. Gzipped files (.gz) are decompressed on the way.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

export type TextFile = {
  chunks: AsyncIterable<string>;
  encoding(): string;
  /** Of the file as it lies on disk, gzipped or not; `bytesRead` counts in the same bytes. */
  sizeBytes: number;
  bytesRead(): number;
};

export async function openText(path: string, encoding?: string): Promise<TextFile> {
  const { size } = await stat(path);
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  const stream: Readable = path.endsWith(".gz") ? source.pipe(createGunzip()) : source;
  if (stream !== source) source.on("error", (error) => stream.destroy(error));
  let detected = encoding ?? "utf-8";
  async function* chunks(): AsyncGenerator<string> {
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (!decoder) {
        if (isWorkbook(chunk))
          throw new SyntaxError("This is an Excel workbook: save it as CSV UTF-8 and import that.");
        detected = encoding ?? encodingOf(chunk);
        decoder = new TextDecoder(detected);
      }
      yield decoder.decode(chunk, { stream: true });
    }
    const rest = decoder?.decode();
    if (rest) yield rest;
  }
  return { chunks: chunks(), encoding: () => detected, sizeBytes: size, bytesRead: () => source.bytesRead };
}

/** .xlsx is a ZIP archive, .xls an OLE file. */
function isWorkbook([one, two, three, four]: Uint8Array): boolean {
  return (
    (one === 0x50 && two === 0x4b && three === 0x03 && four === 0x04) ||
    (one === 0xd0 && two === 0xcf && three === 0x11)
  );
}

/** By the byte order mark; without one by the zeros that UTF-16 puts beside every Latin letter. */
export function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const sample = start.subarray(0, 1000);
  const zeros = (odd: number) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > sample.length / 8) return "utf-16le";
  return zeros(0) > sample.length / 8 ? "utf-16be" : "utf-8";
}
