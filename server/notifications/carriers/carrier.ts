/** What a carrier of codes does: takes one, and says under which number; or refuses, and says why. Nothing defaults to success. */
import { stripMarks } from "contract/values/text.ts";
import type { Config } from "../../kernel/config.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";

export type Parcel = {
  /** E.164. */
  phone: string;
  code: string;
  /** Ours, the same for a repeat, so that the carrier can drop it. */
  reference: string;
};

/** Throws Refused where the carrier said no, anything else where it said nothing. */
export type Carry = (parcel: Parcel) => Promise<{ ref: string }>;

export class Refused extends Error {
  override readonly name = "Refused";
}

export type EsmsConfig = NonNullable<Config["esms"]>;
export type ZaloConfig = NonNullable<Config["zalo"]>;

/** A number that must not get a real message, whatever it is about: the setting SILENT_PHONES. E.164. */
export const isSilent = ({ config }: Ctx, phone: string): boolean =>
  config.silent_phones.some((beginning) => phone.startsWith(beginning));

/**
 * The registered text, without accents so that it fits one message, without a link so that operators let it through.
 * rules/notifications#sms
 */
export const smsText = (brand: string, code: string): string =>
  `${brand}: Ma xac thuc cua ban la ${code}, hieu luc 5 phut. Khong chia se ma nay cho bat ky ai.`;

/** The brand as an SMS can carry it: capital letters without accents. */
export async function smsBrand(ctx: Ctx): Promise<string> {
  const { name } = await setting(ctx, "shop");
  return stripMarks(name)
    .toUpperCase()
    .replace(/[^ -~]/g, "")
    .trim();
}

/** Carriers write `84…`. */
export const national = (phone: string): string => phone.replace("+", "");
