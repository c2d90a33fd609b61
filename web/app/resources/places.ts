import { fold } from "contract/values/text.ts";
import { shopOf } from "../context.ts";
import type { Route } from "./+types/places";

/** Provinces, or the wards of one: for choosing where to deliver. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const city_code = new URL(request.url).searchParams.get("city_code") ?? "";
  const units = /^\d{2}$/.test(city_code)
    ? await shop.fulfilment.wards({ city_code })
    : await shop.fulfilment.provinces({});
  return units.map(({ code, name, full_name, also }) => {
    const others = also.filter((each) => !fold(full_name).includes(fold(each))); // typing ignores marks anyway
    return { value: code, text: full_name, name, hint: others.join(", ") };
  });
}
