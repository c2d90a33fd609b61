/** Countries by their two letters (ISO 3166-1), for nationality. Their names come from the platform (Intl.DisplayNames). */
import type { Locale } from "./locale.ts";

const codes =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

export const countryCodes: readonly string[] = codes.split(" ");

const lists = new Map<Locale, readonly { value: string; text: string }[]>();

/** For a list to choose from: the shop's own country first, the others by name. Same list each time. */
export function countriesIn(locale: Locale): readonly { value: string; text: string }[] {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  const list = countryCodes
    .map((value) => ({ value, text: names.of(value) ?? value }))
    .sort((a, b) => Number(b.value === "VN") - Number(a.value === "VN") || compare(a.text, b.text));
  lists.set(locale, list);
  return list;
}
