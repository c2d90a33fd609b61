/** Files of applicants are judged by their content alone; a bomb is stopped at its limits. */
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { cvName, kindOfCv } from "./cv.ts";

const docx = (more: Record<string, Uint8Array> = {}) =>
  Buffer.from(
    zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": strToU8("<w:document/>"), ...more }),
  );
const pdf = (more = "") => Buffer.from(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${more}\ntrailer <</Root 1 0 R>>\n%%EOF`);

/** A zip with one entry more, whose directory tells what it likes. */
function withEntry(name: string, packed: Buffer): Buffer {
  const base = docx();
  const end = base.length - 22;
  const at = base.readUInt32LE(end + 16);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(10, 24);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt32LE(at, 42);
  const tail = Buffer.from(base.subarray(end));
  tail.writeUInt16LE(base.readUInt16LE(end + 10) + 1, 10);
  const body = Buffer.concat([base.subarray(0, at), local, Buffer.from(name), packed]);
  tail.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, base.subarray(at, end), central, Buffer.from(name), tail]);
}

describe("what a file is", () => {
  test("a PDF and a DOCX are taken, whatever they are called", async () => {
    expect(await kindOfCv(pdf())).toBe("pdf");
    expect(await kindOfCv(docx())).toBe("docx");
    expect(await kindOfCv(withEntry("word/styles.xml", deflateRawSync("<w:styles/>")))).toBe("docx");
  });

  test("another zip, a picture, a DOC and text are none", async () => {
    const zip = Buffer.from(zipSync({ "Index/Document.iwa": strToU8("x") }));
    const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    const doc = Buffer.from("d0cf11e0a1b11ae1", "hex");
    for (const each of [zip, png, doc, Buffer.from("Curriculum vitae"), Buffer.from("PK\x03\x04")])
      expect(await kindOfCv(each)).toBe("cv_unreadable");
  });

  test("an encrypted PDF is refused, and one that only speaks of it is not", async () => {
    expect(await kindOfCv(pdf("trailer <</Encrypt 5 0 R>>"))).toBe("cv_encrypted");
    expect(await kindOfCv(pdf("<</Type /XRef /Encrypt <</V 5>> >>"))).toBe("cv_encrypted");
    expect(await kindOfCv(pdf("(/Encrypt my disk)"))).toBe("pdf");
  });

  test("a DOCX with macros is refused", async () => {
    expect(await kindOfCv(docx({ "word/vbaProject.bin": strToU8("x") }))).toBe("cv_unreadable");
  });

  test("nothing, and one byte too much, is refused", async () => {
    const full = Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(5 * 1024 * 1024 - 5)]);
    expect(await kindOfCv(Buffer.alloc(0))).toBe("cv_missing");
    expect(await kindOfCv(full)).toBe("pdf");
    expect(await kindOfCv(Buffer.concat([full, Buffer.alloc(1)]))).toBe("cv_too_large");
  });

  test("what unpacks to more than 100 times its size is refused, whatever its directory says", async () => {
    const bomb = deflateRawSync(Buffer.alloc(20 * 1024 * 1024), { level: 9 });
    expect(await kindOfCv(withEntry("word/media/a.xml", bomb))).toBe("cv_unreadable");
  });

  test("what unpacks to more than 50 MB is refused, however large the file is", async () => {
    const noise = randomBytes(1024 * 1024);
    const entries: Record<string, Uint8Array> = { "word/media/noise.bin": noise };
    for (let nth = 0; nth < 6; nth += 1) entries[`word/media/${nth}.xml`] = new Uint8Array(10 * 1024 * 1024);
    const file = docx(entries);
    expect(await kindOfCv(file)).toBe("cv_unreadable");
  });

  test("2,000 entries are taken, one more is not", async () => {
    const many = (count: number) =>
      docx(Object.fromEntries(Array.from({ length: count - 2 }, (_, n) => [`word/${n}.xml`, strToU8("<a/>")])));
    expect(await kindOfCv(many(2_000))).toBe("docx");
    expect(await kindOfCv(many(2_001))).toBe("cv_unreadable");
  });

  test("a cut or changed DOCX is refused without an error", async () => {
    const whole = docx();
    for (let length = 0; length < whole.length; length += 7)
      expect(["cv_unreadable", "cv_missing"]).toContain(await kindOfCv(whole.subarray(0, length)));
    const changed = Buffer.from(whole);
    changed.writeUInt32LE(0xffffffff, changed.length - 22 + 16);
    expect(await kindOfCv(changed)).toBe("cv_unreadable");
  });
});

test("the name stays as one line of text without folders and without what cannot be seen", () => {
  expect(cvName("C:\\Users\\An\\CV An.docx", "docx")).toBe("CV An.docx");
  expect(cvName("../../etc/\u202epdf.exe\n.pdf", "pdf")).toBe("pdf.exe .pdf");
  expect(cvName("\u0000", "pdf")).toBe("cv.pdf");
  expect(Array.from(cvName("á".repeat(300), "pdf"))).toHaveLength(120);
});
