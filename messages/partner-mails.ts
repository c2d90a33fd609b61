/** The e-mail to who proposed to work with the shop, in every language: for the server. */
import type { Locale } from "contract/values/locale.ts";
import { mail as en } from "./en/partners/mails.ts";
import { mail as ja } from "./ja/partners/mails.ts";
import { mail as vi } from "./vi/partners/mails.ts";

const mails: Readonly<Record<Locale, typeof vi>> = { vi, en, ja };

export const mailIn = (locale: Locale): typeof vi => mails[locale];
