/**
 * What a file of an applicant is, by its content alone: its name and its declared type decide nothing. A DOCX is unpacked as
 * a stream and stopped at its limits, so that a bomb costs no more than they allow. rules/recruitment#cv
 */
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { MAX_CV_BYTES } from "contract/recruitment/limits.ts";
import { foldLine, visibleText } from "contract/values/text.ts";

export type CvKind = "pdf" | "docx";
/** Message keys. */
export type CvProblem = "cv_missing" | "cv_too_large" | "cv_unreadable" | "cv_encrypted";

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;
/** How many times its own size a DOCX may unpack to. */
const MAX_RATIO = 100;
const MAX_NAME = 120;

export async function kindOfCv(bytes: Buffer): Promise<CvKind | CvProblem> {
  if (bytes.length === 0) return "cv_missing";
  if (bytes.length > MAX_CV_BYTES) return "cv_too_large";
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return isEncryptedPdf(bytes) ? "cv_encrypted" : "pdf";
  return (await isDocx(bytes)) ? "docx" : "cv_unreadable";
}

/** The name as text to show: one line, without the folders an old browser sends with it. */
export function cvName(name: string, kind: CvKind): string {
  const last = foldLine(visibleText(name.split(/[\\/]/).at(-1) ?? ""));
  return Array.from(last).slice(0, MAX_NAME).join("").trim() || `cv.${kind}`;
}

/** The trailer of a PDF, or the dictionary of its cross-reference stream, is never compressed. */
function isEncryptedPdf(bytes: Buffer): boolean {
  return /\/Encrypt\s*(?:<<|\d+\s+\d+\s+R)/.test(bytes.toString("latin1"));
}

type Entry = { name: string; method: number; flags: number; packed: number; at: number };

async function isDocx(bytes: Buffer): Promise<boolean> {
  const entries = entriesOf(bytes);
  if (!entries) return false;
  const names = new Set(entries.map(({ name }) => name));
  if (!names.has("[Content_Types].xml") || !names.has("word/document.xml")) return false;
  if ([...names].some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return false;
  let left = Math.min(MAX_UNPACKED_BYTES, bytes.length * MAX_RATIO);
  for (const entry of entries) {
    const size = await unpackedSize(bytes, entry, left);
    if (size === null) return false;
    left -= size;
  }
  return true;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;

/** The central directory of a zip; null for what is none, has too many entries, or is one of the kinds Word does not write. */
function entriesOf(bytes: Buffer): Entry[] | null {
  if (bytes.length < END_BYTES || bytes.readUInt32LE(0) !== LOCAL) return null;
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT);
  while (end >= first && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < first) return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count === 0 || count > MAX_ENTRIES) return null;
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    if (at + CENTRAL_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    const more = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    entries.push({
      name: bytes.toString("utf8", at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + nameLength + more;
  }
  return entries;
}

const unpack = promisify(inflateRaw);
const STORED = 0;
const DEFLATED = 8;

/** Bytes an entry unpacks to; null where it is more than `most`, encrypted or damaged. */
async function unpackedSize(bytes: Buffer, { method, flags, packed, at }: Entry, most: number): Promise<number | null> {
  const isEncrypted = (flags & 1) === 1;
  if (isEncrypted || at + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== LOCAL) return null;
  const start = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + packed > bytes.length) return null;
  if (method === STORED) return packed <= most ? packed : null;
  if (method !== DEFLATED) return null;
  if (most <= 0) return packed <= 2 ? 0 : null; // an empty entry
  try {
    return (await unpack(bytes.subarray(start, start + packed), { maxOutputLength: most })).length;
  } catch {
    return null; // longer than it may be, or no deflate stream: either way not a file to keep
  }
}
