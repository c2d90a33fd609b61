/**
 * The fonts of the slip: the shop's own face, and for glyphs it lacks a Japanese one, which is read only when it is
 * needed. Both go into the file with the glyphs that were used and no others. docs/decisions/0147-purchase-slip.md, 0170.
 */

import { createRequire } from "node:module";
import { unchecked } from "contract/unchecked.ts";
import type PDFDocument from "pdfkit";

type Pdf = InstanceType<typeof PDFDocument>;
export type Weight = "regular" | "strong";
type Face = Weight | `japanese ${Weight}`;
type TextOptions = { width?: number; align?: "right"; lineBreak?: boolean };

const file = (path: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${path}.ttf`);
const files: Readonly<Record<Face, string>> = {
  regular: file("hanken-grotesk/400Regular/HankenGrotesk_400Regular"),
  strong: file("hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold"),
  "japanese regular": file("biz-udpgothic/400Regular/BIZUDPGothic_400Regular"),
  "japanese strong": file("biz-udpgothic/700Bold/BIZUDPGothic_700Bold"),
};

type Run = { face: Face; text: string };
/** What pdfkit knows of the face and size in use, and does not say in its types. Ascents are thousandths of the size. */
type Inside = {
  _fontSize: number;
  _font: {
    ascender: number;
    lineHeight(size: number, withGap: boolean): number;
    font: { hasGlyphForCodePoint(sign: number): boolean };
  };
};

/** Writes and measures in the face that has the glyphs; those of no face (an emoji) become a square instead of nothing. */
export function fontsOf(pdf: Pdf) {
  const registered = new Set<Face>();
  const use = (face: Face): Pdf => {
    if (!registered.has(face)) pdf.registerFont(face, files[face]);
    registered.add(face);
    return pdf.font(face);
  };
  const inside = (face: Face): Inside => unchecked(use(face));
  const has = (face: Face, sign: string): boolean =>
    inside(face)._font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);

  /** Either face on the lines of the shop's own: the same baseline, the same distance to the next. */
  function placed(weight: Weight, face: Face): { baseline: number; lineGap: number } {
    const { _font: own, _fontSize: size } = inside(weight);
    const { ascender } = own;
    const height = own.lineHeight(size, true);
    return { baseline: (-ascender / 1000) * size, lineGap: height - inside(face)._font.lineHeight(size, true) };
  }

  /** One run where one face has all; else each sign in the shop's own face, if that has it, so that words stay whole. */
  function runsOf(weight: Weight, value: string): Run[] {
    const faces: readonly Face[] = [weight, `japanese ${weight}`];
    const signs = Array.from(value.normalize("NFC").replace(/\s+/g, " "));
    const whole = faces.find((face) => signs.every((sign) => has(face, sign)));
    if (whole) return [{ face: whole, text: signs.join("") }];
    const runs: Run[] = [];
    for (const sign of signs) {
      const last = runs.at(-1);
      // A space goes with what it follows.
      const face = last && sign === " " ? last.face : faces.find((each) => has(each, sign));
      const text = face ? sign : "□";
      const inFace = face ?? `japanese ${weight}`;
      if (last?.face === inFace) last.text += text;
      else runs.push({ face: inFace, text });
    }
    return runs;
  }

  return {
    /** Size and colour are the document's; afterwards it stands below what was written. */
    write(weight: Weight, value: string, x: number, y: number, options: TextOptions = {}): void {
      const runs = runsOf(weight, value);
      const [only] = runs;
      if (!only) return;
      if (runs.length === 1) {
        const lines = placed(weight, only.face);
        use(only.face).text(only.text, x, y, { ...options, ...lines });
        return;
      }
      const { align, width = 0, ...rest } = options;
      const length = runs.reduce((sum, { face, text }) => sum + use(face).widthOfString(text), 0);
      const start = align === "right" ? x + Math.max(0, width - length - 1) : x;
      runs.forEach(({ face, text }, at) => {
        const room = width > 0 && { width: x + width - start };
        const more = { ...rest, ...room, ...placed(weight, face), continued: at < runs.length - 1 };
        if (at === 0) use(face).text(text, start, y, more);
        else use(face).text(text, more);
      });
    },
    heightOf(weight: Weight, value: string, width: number): number {
      const runs = runsOf(weight, value);
      const whole = runs.map(({ text }) => text).join("");
      const heights = runs.map(({ face }) => {
        const { lineGap } = placed(weight, face);
        return use(face).heightOfString(whole, { width, lineGap });
      });
      return Math.max(0, ...heights);
    },
  };
}
