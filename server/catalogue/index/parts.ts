/**
 * What is a part, a supply or an accessory of something else: the appliance comes before it where a shopper names a
 * brand or the appliance alone. Recognised by how its name begins in Vietnamese, which names the thing first, by the
 * last words of an English name, which names it last, and by its category. Pure. Sources: product names in exports of
 * other shops.
 */
import { fold } from "contract/values/text.ts";

const beginnings = [
  "loi loc|loi|bo loi|mang loc|mang ro|bo loc thay|tam loc|hat loc|than hoat tinh",
  "phu kien|linh kien|phu tung|bo phu kien|combo phu kien",
  "tui loc|tui dung|tui hut|tui giat|tui bao|bao da|bao che|bao dung|vo boc|op lung|mieng dan|mieng lau|gie lau|khan lau",
  "gia treo|gia do|khung treo|chan de|chan do|ke de|de may|ke may|banh xe",
  "day|ong|voi sac|dau noi|cut noi|khop noi|gioang|roang|nap thay|tay cam thay|khay thay|long noi|ruot noi",
  "bot giat|nuoc giat|nuoc xa|nuoc rua|nuoc lau|nuoc tay|vien giat|vien rua|vien tay|chat tay|dung dich|muoi rua",
  "choi quet|choi than|ban chai thay|dau ban chai|dau hut|con lan|luoi dao thay|luoi thay",
  "pin|cu sac|bo sac|coc sac|cap|day sac|bo nguon|adapter|remote|dieu khien|cong tac",
] as const;
const begins = new RegExp(`^(?:${beginnings.join("|")})(?![a-z0-9])`);

const ENGLISH_ENDS =
  /(?:^|\s)(?:accessor(?:y|ies)|spare parts?|replacement(?: \w+)?|filters?|cartridges?|membranes?|detergents?|brackets?|mounts?|hoses?|dust bags?|covers?|cases?|chargers?|cables?|refills?|batter(?:y|ies)|remotes?|brush heads?)(?=$|[,(-]| for )/;
const categories = /(?:^|\s)(?:phu kien|linh kien|phu tung|loi loc|vat tu|accessor|spare part|consumable|filters? )/;

/** `names` of the product by language, `categoryNames` of its category and of the group above it. */
export function isPart(
  names: { vi?: string | undefined; en?: string | undefined },
  categoryNames: readonly string[],
): boolean {
  const vietnamese = fold(names.vi ?? "");
  if (begins.test(vietnamese) || ENGLISH_ENDS.test(fold(names.en ?? ""))) return true;
  return categoryNames.some((name) => categories.test(fold(name)));
}

/** True where a shopper names a part: then it is the thing. */
export function namesPart(typed: string): boolean {
  const folded = fold(typed);
  return begins.test(folded) || ENGLISH_ENDS.test(folded) || categories.test(folded);
}
