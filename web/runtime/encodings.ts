/**
 * A page's compressed bodies. An encoding is made at the first request for it, quickly, because that request waits for
 * it; the text itself is dropped once a compressed one is there, and decompressed from it if it is ever needed.
 * A page that is sent often is compressed once more, better. decisions/0121-pages-made-with-less.md
 */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export type Bodies = Partial<Record<Encoding, Uint8Array>>;

const brotlied = promisify(brotliCompress);
const unbrotlied = promisify(brotliDecompress);

// Measured on home, list and product: 3 costs 0.4 ms and gives 14.4 kB where 6 costs 1.2 ms and gives 12.7 kB.
const quick = 3;
const thorough = 6;
/** For one visitor alone: 9 % more bytes for two thirds of the time of 3. */
const once = 1;
const GZIP_LEVEL = 4;
/** 256 kB: longer than any page, and a smaller window is less memory to allocate for each. */
const WINDOW_BITS = 18;

/** A page for one visitor. On this thread, like every quick compression: waking another thread for so little costs as much again. */
export function compressedOnce(body: string | Uint8Array, encoding: "br" | "gzip"): Uint8Array {
  return pressed(body, encoding, once);
}

function pressed(body: string | Uint8Array, encoding: "br" | "gzip", quality: number): Uint8Array {
  return encoding === "br" ? brotliCompressSync(body, brotli(quality)) : gzipSync(body, { level: GZIP_LEVEL });
}

function brotli(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS } };
}

const making = new WeakMap<Bodies, Partial<Record<Encoding, Promise<void>>>>();

/** Adds `encoding` to what is there: once, however many want it at the same time. */
export function addEncoding(bodies: Bodies, encoding: Encoding): Promise<void> {
  const underWay = making.get(bodies) ?? {};
  making.set(bodies, underWay);
  underWay[encoding] ??= add(bodies, encoding).finally(() => delete underWay[encoding]);
  return underWay[encoding];
}

async function add(bodies: Bodies, encoding: Encoding): Promise<void> {
  const text = await textOf(bodies);
  bodies[encoding] = encoding === "identity" ? text : pressed(text, encoding, quick);
}

/** The same page in fewer bytes. */
export async function compressBest(bodies: Bodies): Promise<void> {
  bodies.br = await brotlied(await textOf(bodies), brotli(thorough));
}

async function textOf({ identity, br }: Bodies): Promise<Uint8Array> {
  if (identity) return identity;
  if (!br) throw new Error("A kept page has neither its text nor a form it could be read from");
  return unbrotlied(br);
}
