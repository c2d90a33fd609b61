/**
 * The compressed bodies of a page. An encoding is made at the first request for it, at a quick level, because that request
 * waits. The text is dropped when a compressed body exists, and decompressed again if it is needed. A page that is sent often is
 * compressed once more, at the best level. decisions/0121-pages-made-with-less.md
 */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export type Bodies = Partial<Record<Encoding, Uint8Array>>;

const brotliCompressAsync = promisify(brotliCompress);
const brotliDecompressAsync = promisify(brotliDecompress);

// Measured on home, list and product: 3 costs 0.4 ms and gives 14.4 kB where 6 costs 1.2 ms and gives 12.7 kB. 4 takes a quarter more
// time than 3 for 5 % fewer bytes, with which the heaviest product page in Japanese is below 16 kB at its first request too.
const QUICK_QUALITY = 4;
const BEST_QUALITY = 6;
/** For a page of one visitor: 9 % more bytes than level 3 in two thirds of its time. */
const SINGLE_USE_QUALITY = 1;
const GZIP_LEVEL = 4;
/** 256 kB: longer than any page, and a smaller window is less memory to allocate for each. */
const WINDOW_BITS = 18;

/** Compresses a page of one visitor, on this thread: for so little work another thread would double the cost. */
export function compressForOneUse(body: string | Uint8Array, encoding: "br" | "gzip"): Uint8Array {
  return compress(body, encoding, SINGLE_USE_QUALITY);
}

function compress(body: string | Uint8Array, encoding: "br" | "gzip", quality: number): Uint8Array {
  return encoding === "br" ? brotliCompressSync(body, brotli(quality)) : gzipSync(body, { level: GZIP_LEVEL });
}

function brotli(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS } };
}

const pendingEncodings = new WeakMap<Bodies, Partial<Record<Encoding, Promise<void>>>>();

/** Adds a body in `encoding`; concurrent requests for it share the work. */
export function addEncoding(bodies: Bodies, encoding: Encoding): Promise<void> {
  const pending = pendingEncodings.get(bodies) ?? {};
  pendingEncodings.set(bodies, pending);
  pending[encoding] ??= add(bodies, encoding).finally(() => delete pending[encoding]);
  return pending[encoding];
}

async function add(bodies: Bodies, encoding: Encoding): Promise<void> {
  const text = await textOf(bodies);
  bodies[encoding] = encoding === "identity" ? text : compress(text, encoding, QUICK_QUALITY);
}

/** Replaces the brotli body by one of the best level. */
export async function compressBest(bodies: Bodies): Promise<void> {
  bodies.br = await brotliCompressAsync(await textOf(bodies), brotli(BEST_QUALITY));
}

async function textOf({ identity, br }: Bodies): Promise<Uint8Array> {
  if (identity) return identity;
  if (!br) throw new Error("A cached page has neither its text nor a brotli body");
  return brotliDecompressAsync(br);
}
