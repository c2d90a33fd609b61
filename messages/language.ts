/** Texts in a language other than the page's: the names of the languages, and the offer to change. */
import type { Locale } from "contract/values/locale.ts";

type Words = { name: string; offer: string; accept: string };

export const ownWords: Record<Locale, Words> = {
  vi: { name: "Tiếng Việt", offer: "Trang này có bản tiếng Việt.", accept: "Xem bằng tiếng Việt" },
  en: { name: "English", offer: "This page is available in English.", accept: "View in English" },
  ja: { name: "日本語", offer: "このページは日本語でもご覧いただけます。", accept: "日本語で見る" },
};
