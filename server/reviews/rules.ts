/**
 * What a text is held or hidden by, pure. A text no rule touches is shown at once; one held is examined by a person; only
 * plain advertising, spam and flooding are hidden by a rule. No number of stars is a rule. rules/reviews#moderation
 */
import type { HideReason, HoldRule } from "contract/reviews/review-words.ts";
import { fold } from "contract/values/text.ts";

export type Verdict = {
  state: "published" | "pending" | "hidden";
  held_for: HoldRule[];
  hide_reason: HideReason | null;
  /** Injury, smoke, shock: first in the queue. */
  is_safety: boolean;
};

const MIN_WORDS = 5;
const MIN_SIGNS = 10; // of a text that is mostly Han or kana
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Null where it is long enough; else the message key of what is missing. A word has a letter or a digit. */
export function tooShort(text: string): { key: "min_words" | "min_signs"; params: { length: number } } | null {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = text.match(NO_BLANKS)?.length ?? 0;
  if (signs * 2 > letterCount) {
    const length = text.replace(/\s/g, "").length;
    return length >= MIN_SIGNS ? null : { key: "min_signs", params: { length: MIN_SIGNS } };
  }
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words >= MIN_WORDS ? null : { key: "min_words", params: { length: MIN_WORDS } };
}

/** "K E O_N H A_C A_I" → "KEONHACAI", "g o . e x a m p l e" → "go.example". */
const spelledOut = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}.](?:[\s_]+|(?=\.))){4,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (run) =>
    run.replace(/[\s_]/g, ""),
  );

const any = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "u");

const DOMAIN = "com|net|org|vn|info|shop|store|xyz|top|club|vip|me|io|link|biz|online|site|cc|ly|asia|example";
const LINK = new RegExp(`https?:|www\\.|(?<![\\p{L}\\p{N}])[a-z0-9-]+\\s?\\.\\s?(?:${DOMAIN})(?![\\p{L}\\p{N}])`, "u");
const AD = any(
  ...[
    "re hon (?:o )?(?:shop|cho|ben)",
    "gia re hon",
    "gia goc lien he",
    "lien he .{0,20}ship",
    "ship tan noi",
    "hang chinh hang gia",
  ],
  ...[
    "khong qua shop",
    "zalo",
    "telegram",
    "inbox",
    "ma giam rieng",
    "giam rieng",
    "ib minh",
    "claim your",
    "free gift",
    "whatsapp",
  ],
);
const SPAM = any(
  "keo ?nha ?cai",
  "nha ?cai",
  "casino",
  "ca do",
  "ca cuoc",
  "co bac",
  "nap \\d+ thuong",
  "vay nong",
  "cho vay",
  "claim your (?:gift|prize)",
  "click http.*",
);
const INSULT = any(
  "do cho",
  "thang cho",
  "con cho",
  "mat day",
  "vo hoc",
  "do ngu",
  "ngu nhu",
  "oc cho",
  "vut xo",
  "chac mu",
  "do khon",
  "lua dao",
  "vcl",
  "dmm?",
  "scammers?",
  "idiots?",
  "stupid",
);
const INSULT_AS_WRITTEN = any("xàm", "đéo", "địt", "cút", "バカ", "クズ", "詐欺師");
const THREAT = any(
  "tao se (?:toi|den)",
  "se biet tay",
  "danh chet",
  "giet",
  "cho may chet",
  "i will find you",
  "kill you",
);
const MEDICAL = any(
  "het (?:han )?benh",
  "khoi (?:han )?benh",
  "chua (?:khoi|dut|benh)",
  "tri (?:dut|benh)",
  "dieu tri",
  "het (?:han )?dau (?:lung|khop|da day)",
  "cures?",
  "healed my",
);
const MEDICAL_AS_WRITTEN = /病気が治|治りました|治療/u;
const ACCUSATION = any(
  "hang gia",
  "tem gia",
  "bi trom",
  "bon gian",
  "gian lan",
  "an cap",
  "treo dau de",
  "tron thue",
  "counterfeit",
  "fake goods",
);
const ACCUSATION_AS_WRITTEN = /偽物|盗難/u;
const SAFETY = any(
  ...[
    "boc khoi",
    "khoi den",
    "chay no",
    "boc chay",
    "phat no",
    "no tung",
    "dien giat",
    "giat dien",
    "ro dien",
    "chap dien",
    "bi bong",
  ],
  ...["phai di vien", "nhap vien", "cap cuu", "ngo doc", "bi thuong", "chay mau"],
  ...[
    "electric shock",
    "caught fire",
    "on fire",
    "smoke came",
    "smoking",
    "burn(?:t|ed) my",
    "hospital",
    "injur(?:y|ed)",
  ],
);
const SAFETY_AS_WRITTEN = /感電|発火|煙が|火傷|やけど|爆発|病院/u;
const ORDER_CODE =
  /(?<![A-Z0-9])(?=(?:[^\s]*\d){2})(?=(?:[^\s]*[A-Z]){2})[2-9A-HJ-NP-Z]{3}-?[2-9A-HJ-NP-Z]{3}-?[2-9A-HJ-NP-Z]{4}(?![A-Z0-9])/;
const ACCOUNT_DIGITS = { min: 9, max: 19 };

/** Digits with O read as 0 and I, l as 1, blanks, dots and dashes between them dropped: "O59 OOO 1234". */
function digitRuns(text: string): { digits: string; real: number }[] {
  return (text.match(/(?<![\p{L}\p{N}])\+?[\dOoIl](?:[\s.\-_()]*[\dOoIl])*(?![\p{L}\p{N}])/gu) ?? []).map((run) => ({
    digits: run.replace(/[Oo]/g, "0").replace(/[Il]/g, "1").replace(/\D/g, ""),
    real: run.match(/\d/g)?.length ?? 0,
  }));
}

const isPhone = (digits: string): boolean => /^(?:0|84)[235789]\d{8}$/.test(digits);

/** The same few words, or one letter, over and over. */
function isFlooding(folded: string): boolean {
  if (/(\p{L})\1{6,}/u.test(folded)) return true;
  const words = folded.split(" ");
  for (const size of [1, 2, 3]) {
    const seen = new Map<string, number>();
    for (let at = 0; at + size <= words.length; at += 1) {
      const part = words.slice(at, at + size).join(" ");
      seen.set(part, (seen.get(part) ?? 0) + 1);
    }
    const most = Math.max(0, ...seen.values());
    if (most >= 5 && most * size * 2 > words.length) return true;
  }
  return false;
}

/** What becomes of a text by itself. `is_known_spam`: staff marked this very text as spam before, which holds it. */
export function examine(text: string, { is_known_spam = false }: { is_known_spam?: boolean } = {}): Verdict {
  const plain = spelledOut(text);
  const folded = fold(plain);
  const runs = digitRuns(plain).filter(({ real, digits }) => real >= 5 || (real > 0 && digits.length === real));
  const phone = runs.some(({ digits }) => isPhone(digits));
  const account = runs.some(
    ({ digits }) => !isPhone(digits) && digits.length >= ACCOUNT_DIGITS.min && digits.length <= ACCOUNT_DIGITS.max,
  );
  const asWritten = text.normalize("NFC").toLowerCase();
  const found: Record<Exclude<HoldRule, "reported">, boolean> = {
    phone_number: phone,
    link: LINK.test(folded),
    ad: AD.test(folded),
    insult: INSULT.test(folded) || INSULT_AS_WRITTEN.test(asWritten),
    threat: THREAT.test(folded),
    medical_claim: MEDICAL.test(folded) || MEDICAL_AS_WRITTEN.test(asWritten),
    order_code: ORDER_CODE.test(plain),
    bank_account: account,
    accusation: ACCUSATION.test(folded) || ACCUSATION_AS_WRITTEN.test(asWritten),
    spam: SPAM.test(folded),
    flooding: isFlooding(folded),
    repeated: is_known_spam,
  };
  const held_for = (Object.keys(found) as (keyof typeof found)[]).filter((rule) => found[rule]);
  const is_safety =
    SAFETY.test(folded) || SAFETY_AS_WRITTEN.test(asWritten) || /mùi (?:hóa chất|khét|cháy)/u.test(asWritten);
  const hide_reason = is_safety ? null : reasonToHide(found);
  return {
    state: hide_reason ? "hidden" : held_for.length > 0 ? "pending" : "published",
    held_for,
    hide_reason,
    is_safety,
  };
}

/** Plain advertising with a way to reach the seller, spam and flooding; injury or fraud is never hidden by a rule. */
function reasonToHide(found: Record<string, boolean>): HideReason | null {
  if (found.flooding || found.spam) return "spam";
  if (found.ad && (found.link || found.phone_number)) return "ad";
  return null;
}

/** The reason proposed to staff for what a rule held. */
export const reasonOf: Readonly<Record<HoldRule, HideReason>> = {
  phone_number: "contact",
  link: "contact",
  ad: "ad",
  insult: "insult",
  threat: "insult",
  medical_claim: "medical_claim",
  order_code: "personal_data",
  bank_account: "personal_data",
  accusation: "accusation",
  spam: "spam",
  flooding: "spam",
  repeated: "spam",
  reported: "off_topic",
};
