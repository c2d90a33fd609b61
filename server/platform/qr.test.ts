import fc from "fast-check";
import reader from "jsqr";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { qrPng, qrSvg } from "./qr.ts";

const VIETQR =
  "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E";

/** What a phone's camera reads, from the picture as it is shown or downloaded. */
async function read(picture: Buffer | string, side?: number): Promise<string | undefined> {
  const source = typeof picture === "string" ? Buffer.from(picture.replace("<svg ", `<svg width="${side}" `)) : picture;
  const { data, info } = await sharp(source).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return reader.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe("QR codes", () => {
  it("a code can be scanned on the page and from the download", async () => {
    for (const text of [VIETQR, "https://mutosi.example/?nguồn=mã QR", "Mutosi"]) {
      expect(await read(await qrSvg(text), 600)).toBe(text);
      expect(await read(await qrPng(text))).toBe(text);
    }
  });

  it("a code with any text can be scanned", async () => {
    const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        expect(await read(await qrSvg(text), 800)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it("a code can be scanned at the footer's size", async () => {
    expect(await read(await qrSvg("https://mutosi.example/"), 132)).toBe("https://mutosi.example/");
  });

  it("the SVG has no style and no script, and escapes its label", async () => {
    const svg = await qrSvg("x", { label: "Mã \"QR\" <script>alert(1)</script> & 'hơn'" });
    expect(svg).toContain("aria-label=\"Mã &quot;QR&quot; &lt;script&gt;alert(1)&lt;/script&gt; &amp; 'hơn'\"");
    expect(svg).not.toMatch(/<script|style|href|on\w+=/);
    expect(svg.match(/<\w+/g)).toEqual(["<svg", "<path", "<path"]);
    expect(await qrSvg("x")).toContain('aria-hidden="true"');
  });

  it("a text too long for a code is refused", async () => {
    await expect(qrSvg("x".repeat(2332))).rejects.toThrow();
  });
});
