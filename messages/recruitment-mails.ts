/** Letters to applicants and the sentence they agree to, in every language: for the server. */
import type { Locale } from "contract/values/locale.ts";
import { mails as mailsEn } from "./en/recruitment/mails.ts";
import { recruitment as en } from "./en/recruitment/recruitment.ts";
import { mails as mailsJa } from "./ja/recruitment/mails.ts";
import { recruitment as ja } from "./ja/recruitment/recruitment.ts";
import { mails as mailsVi, type RecruitmentMails } from "./vi/recruitment/mails.ts";
import { recruitment as vi } from "./vi/recruitment/recruitment.ts";

const mails: Record<Locale, RecruitmentMails> = { vi: mailsVi, en: mailsEn, ja: mailsJa };
const texts = { vi, en, ja };

export const mailsIn = (locale: Locale): RecruitmentMails => mails[locale];

/** What the box says that an applicant ticks. */
export const consentIn = (locale: Locale): string => texts[locale].consent;
