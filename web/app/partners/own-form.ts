/**
 * The cookie that names the form of premises a browser sent: the server's (HttpOnly). A shared page has no cookies, so its form
 * is empty. rules/partners#returned-forms
 */
import type { Unit } from "contract/fulfilment/fulfilment.ts";
import type { HeldPicture, SentRentGround } from "contract/partners/rent-grounds.ts";
import { type RouteContext, shopOf, signedTokensContext } from "../context.ts";
import type { FormProblem } from "../forms/forms.ts";

export const PROPOSE = "propose";

export type OwnForm = {
  sent: SentRentGround | null;
  /** What was typed, without an error where only the wards were asked for. */
  values: Readonly<Record<string, string>>;
  problem: FormProblem | null;
  pictures: HeldPicture[];
  /** Of the province that was typed. */
  wards: Pick<Unit, "code" | "full_name">[];
};

/** The form as it came back, or what was sent; null on a page that is the same for everyone. */
export async function ownFormOf(context: RouteContext): Promise<OwnForm | null> {
  const { secure, cookie } = context.get(signedTokensContext);
  const name = secure ? "__Host-rent_ground" : "rent_ground";
  const token = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`).exec(cookie ?? "")?.[1];
  if (!token) return null;
  const shop = shopOf(context);
  const { sent, returned, pictures } = await shop.partners.ownForm({ token });
  if (!returned) return { sent, values: {}, problem: null, pictures, wards: [] };
  const { values, retry_after_seconds, ...said } = returned;
  const wait = retry_after_seconds === null ? {} : { retry_after_seconds };
  const problem = said.code ? { intent: PROPOSE, ...said, values: {}, ...wait } : null;
  const known = await shop.fulfilment.provinces({});
  const city_code = known.find(({ code }) => code === values.city_code)?.code;
  const wards = city_code === undefined ? [] : await shop.fulfilment.wards({ city_code });
  return { sent, values, problem, pictures, wards: wards.map(({ code, full_name }) => ({ code, full_name })) };
}
