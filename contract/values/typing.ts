/**
 * Vietnamese keys typed without an input method: Telex ("nooif chieen") and VNI ("no6i2 chie6n"). Search tries the
 * decoded words only where the query as typed found nothing. Decoding is careful: a token changes only into a syllable
 * that Vietnamese spelling allows, so model codes and most English words stay. rules/search#typos
 */
import { hasMarks } from "./text.ts";

type Tone = "" | "\u0300" | "\u0301" | "\u0309" | "\u0303" | "\u0323"; // none, huyền, sắc, hỏi, ngã, nặng

const telexTones: Readonly<Record<string, Tone>> = {
  ...{ f: "\u0300", s: "\u0301", r: "\u0309", x: "\u0303", j: "\u0323", z: "" },
};
const VNI_TONES: Readonly<Record<string, Tone>> = { 1: "\u0301", 2: "\u0300", 3: "\u0309", 4: "\u0303", 5: "\u0323" };

/** Words people type that would also decode: kept as they are. */
const realWords = new Set(
  [
    "air bar bow bowl box bus car cars chef cow dad dead door dos far fax for fox gas grass hair her his how is",
    "lax law low lux mama max mix moon momo new now or our pair pax pos raw room row sax saw see sir six sofa soon tax",
    "teen their these this those too tour two ups us view vow war was were wi wow xx co2 no2 so2",
  ].flatMap((line) => line.split(" ")),
);

/** The query with its Telex tokens decoded; unchanged when it has marks already or nothing in it decodes. */
export function decodeTelex(query: string): string {
  return decodeTokens(query, /^[a-z]+$/i, readTelex);
}

/** The query with its VNI tokens decoded. A token of digits and capitals is a model code and stays. */
export function decodeVni(query: string): string {
  return decodeTokens(query, /^[a-z]+\d[a-z\d]*$/, readVni);
}

/** What else the query may have meant, most likely first; empty when neither way of typing fits. */
export function decodedForms(query: string): string[] {
  return [...new Set([decodeTelex(query), decodeVni(query)])].filter((form) => form !== query);
}

function decodeTokens(query: string, shape: RegExp, read: (token: string) => string | undefined): string {
  if (hasMarks(query)) return query;
  return query.replace(/[\p{L}\p{N}]+/gu, (token) => {
    if (!shape.test(token) || realWords.has(token.toLowerCase())) return token;
    return read(token.toLowerCase()) ?? token;
  });
}

function readTelex(token: string): string | undefined {
  const start = token.search(/[aeiouyw]/);
  if (start === -1) return undefined;
  const [onset, body] = [token.slice(0, start), token.slice(start)];
  const tones = body.match(/[fsrxjz]/g) ?? [];
  if (tones.length > 1) return undefined;
  const characters = body.replace(/[fsrxjz]/g, "");
  const tone = telexTones[tones[0] ?? "z"] ?? "";
  const written = onset === "dd" ? "đ" : onset;
  const starts = onset === "d" && characters.endsWith("d") ? [["đ", characters.slice(0, -1)] as const] : [];
  for (const [before, after] of [...starts, [written, characters] as const]) {
    for (const doubled of withCircumflex(after)) {
      const syllable = firstSyllable(before, withHook(doubled), tone);
      if (syllable && syllable !== token) return syllable;
    }
  }
  return undefined;
}

/** aa, ee, oo are â, ê, ô, also when the second was typed at the end of the word. */
function withCircumflex(characters: string): string[] {
  const found = /([aeo])(.*)\1/.exec(characters);
  if (!found) return [characters];
  const [all, vowel = "", between = ""] = found;
  return [characters.replace(all, circumflex(vowel) + between), characters];
}

function circumflex(vowel: string): string {
  return `${vowel}\u0302`.normalize("NFC");
}

/** w makes ươ, ă, ư or ơ of a vowel before it, wherever in the word it was typed; before any vowel it stands for ư. */
function withHook(characters: string): string[] {
  const rest = characters.replaceAll("w", "");
  if (characters.startsWith("w")) return [`ư${rest}`.replace("ưo", "ươ")];
  return characters === rest ? [characters] : hooked(rest);
}

function hooked(characters: string): string[] {
  const changes = [
    ["uo", "ươ"],
    ["oa", "oă"],
    ["ua", "ưa"],
    ["u", "ư"],
    ["o", "ơ"],
    ["a", "ă"],
  ] as const;
  return changes
    .filter(([plain]) => characters.includes(plain))
    .map(([plain, marked]) => characters.replace(plain, marked));
}

function readVni(token: string): string | undefined {
  const characters = token.replace(/\d/g, "");
  const start = characters.search(/[aeiouy]/);
  const marks = new Set(token.match(/\d/g));
  const tones = [...marks].filter((mark) => mark in VNI_TONES);
  // A mark follows its vowel; only the 9 of đ may stand before one.
  if (start === -1 || marks.has("0") || tones.length > 1 || /^[^aeiouy9]*[0-8]/.test(token)) return undefined;
  if (marks.has("9") && characters[0] !== "d") return undefined;
  const onset = marks.has("9") ? `đ${characters.slice(1, start)}` : characters.slice(0, start);
  const body = characters.slice(start);
  const tone = VNI_TONES[tones[0] ?? ""] ?? "";
  return firstSyllable(onset, vniVowels(body, marks), tone);
}

function vniVowels(body: string, marks: ReadonlySet<string>): string[] {
  if (marks.has("6"))
    return ["e", "o", "a"].map((vowel) => body.replace(vowel, circumflex(vowel))).filter((b) => b !== body);
  if (marks.has("7")) return hooked(body).filter((form) => !form.includes("ă"));
  if (marks.has("8")) return hooked(body).filter((form) => form.includes("ă"));
  return [body];
}

// ---- what Vietnamese spelling allows

const onsets = new Set(["", ..."b c ch d đ g gh gi h k kh l m n ng ngh nh p ph qu r s t th tr v x".split(" ")]);

const rhymes = new Set(
  [
    "a ac ach ai am an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây",
    "e ec em en eng eo ep et ê êch êm ên ênh êp êt êu",
    "i ia ich im in inh ip it iu iêc iêm iên iêng iêp iêt iêu",
    "o oa oac oach oai oam oan oang oanh oap oat oay oăc oăm oăn oăng oăt oc oe oen oeo oet oi om on ong op ot",
    "ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơp ơt",
    "u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt up ut uơ",
    "uy uya uych uyên uyêt uyn uynh uyt uyu",
    "ư ưa ưc ưi ưm ưng ươc ươi ươm ươn ương ươp ươt ươu ưt ưu y yêm yên yêng yêt yêu ynh ych yt yp",
  ].flatMap((line) => line.split(" ")),
);

/** The first of the bodies that makes a syllable after `onset`, with its tone; undefined when none carries any mark. */
function firstSyllable(onset: string, bodies: readonly string[], tone: Tone): string | undefined {
  for (const body of bodies) {
    const word = onset + body;
    if (word.length < 2) continue;
    // "giêng" is g-iêng, "già" is gi-à: the longest onset that leaves a rhyme.
    for (let cut = Math.min(3, word.length - 1); cut >= 0; cut--) {
      const [before, rhyme] = [word.slice(0, cut), word.slice(cut)];
      if (!onsets.has(before) || !rhymes.has(rhyme) || !carries(rhyme, tone)) continue;
      const syllable = before + placeTone(rhyme, tone);
      return hasMarks(syllable) ? syllable : undefined;
    }
  }
  return undefined;
}

/** A syllable that ends in c, ch, p or t has the tone sắc or nặng. */
function carries(rhyme: string, tone: Tone): boolean {
  return !/(?:c|ch|p|t)$/.test(rhyme) || tone === "\u0301" || tone === "\u0323";
}

/** On the last vowel with a quality mark; else on the second of two before a consonant, the middle of three, the first. */
function placeTone(rhyme: string, tone: Tone): string {
  const vowels = /^[^bcdghklmnpqrstvx]+/.exec(rhyme)?.[0] ?? "";
  const marked = Math.max(...[..."ăâêôơư"].map((vowel) => vowels.lastIndexOf(vowel)));
  const closed = vowels.length < rhyme.length;
  const at = marked >= 0 ? marked : vowels.length === 3 || (vowels.length === 2 && closed) ? 1 : 0;
  return (rhyme.slice(0, at + 1) + tone + rhyme.slice(at + 1)).normalize("NFC");
}
