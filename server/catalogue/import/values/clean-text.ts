/**
 * Text of a file normalised for the shop: composed (NFC), without invisible characters, and, where it was HTML, reduced
 * to the few variants the shop's own texts have (`### heading`, `- item`, **bold**, paragraphs). Pure. rules/import#text
 */
import { nfc } from "contract/values/text.ts";
import sanitizeHtml from "sanitize-html";

/**
 * Zero-width characters, soft hyphens, byte order marks, marks of writing direction, and control characters but tab and
 * line ends.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffe\uffff]/g;
const plain = /^[\x20-\x7e]*$/;

/** One line: no line ends, single spaces. */
export function cleanLine(text: string): string {
  const seen = plain.test(text) ? text : nfc(text).toWellFormed().replace(unseen, "");
  return seen.replace(/\s+/g, " ").trim();
}

/** Several lines: line ends stay, more than one empty line is one. */
export function cleanText(text: string): string {
  return nfc(text)
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(unseen, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Looks like markup: a known tag, or an entity. */
export function isHtml(text: string): boolean {
  return /<\/?(?:p|br|div|span|ul|ol|li|h[1-6]|b|strong|i|em|a|img|table|tr|td|th|tbody|font|iframe|script|style|meta)\b[^>]*>/i.test(
    text,
  );
}

/** What survives of HTML; everything else loses its tags, and scripts, styles and frames lose their content too. */
const allowed = {
  allowedTags: ["h3", "p", "ul", "ol", "li", "br", "strong", "tr", "td"],
  allowedAttributes: {},
  transformTags: {
    ...Object.fromEntries(["h1", "h2", "h4", "h5", "h6"].map((tag) => [tag, "h3"])),
    ...Object.fromEntries(["div", "section", "article", "blockquote", "pre", "center"].map((tag) => [tag, "p"])),
    b: "strong",
    th: "td",
  },
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "iframe", "object", "svg", "math", "template"],
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** HTML as the shop's own text. */
export function proseOf(html: string): string {
  const kept = sanitizeHtml(html.replace(/\r\n?/g, "\n"), allowed);
  const marked = kept
    .replace(/<br ?\/?>/g, "\n")
    .replace(/\s*<h3>\s*/g, "\n\n### ")
    .replace(/\s*<(?:li|tr)>(?:\s*<(?:p|td)>)*\s*/g, "\n- ")
    .replace(/(?:\s*<\/p>)*\s*<\/(?:li|tr)>/g, "\n")
    .replace(/<\/td>\s*<td>/g, ": ")
    .replace(/<\/?(?:td|li|tr)>/g, "")
    .replace(/<\/?(?:p|ul|ol|h3)>/g, "\n\n")
    .replace(/<strong>\s*<\/strong>/g, "")
    .replace(/<strong>(\s*)/g, "$1**")
    .replace(/(\s*)<\/strong>/g, "**$1");
  const text = cleanText(marked.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? ""));
  return text
    .replace(/^(?:###|-)\s*$/gm, "")
    .replace(/^### \*\*(.*)\*\*$/gm, "### $1")
    .replace(/(^- .*)\n\n(?=- )/gm, "$1\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A description of either kind. */
export function cleanDescription(text: string): string {
  return isHtml(text) || /&(?:[a-z]+|#\d+);/i.test(text) ? proseOf(text) : cleanText(text);
}

/** A name of either kind: one line, tags gone, entities read. */
export function cleanName(text: string): string {
  return cleanLine(/[<&]/.test(text) ? proseOf(text).replace(/^### |\*\*/g, "") : text);
}

/** The first paragraph, or its first sentence, where it has at most `most` letters; else nothing. */
export function firstSentence(text: string, most: number): string {
  const [line = ""] = text.split("\n").filter((each) => each !== "" && !/^(?:###|- )/.test(each));
  const bare = line.replaceAll("**", "");
  if (bare.length <= most) return bare;
  const [sentence = ""] = bare.split(/(?<=[.!?。])\s/u);
  return sentence.length <= most ? sentence : "";
}
