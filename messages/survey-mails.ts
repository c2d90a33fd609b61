/** The invitation to a survey, thanks, and the message a low answer opens, in every language: for the server. */
import type { Locale } from "contract/values/locale.ts";
import { mails as en } from "./en/surveys/mails.ts";
import { mails as ja } from "./ja/surveys/mails.ts";
import { mails as vi } from "./vi/surveys/mails.ts";

const words: Readonly<Record<Locale, typeof vi>> = { vi, en, ja };

export const surveyWords = (locale: Locale): typeof vi => words[locale];
