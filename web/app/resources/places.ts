import { fold } from "contract/text.ts";
import { shopOf } from "../context.ts";
import type { Route } from "./+types/places";

/** Provinces, or the wards of one: for choosing where to deliver. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const city_code = new URL(request.url).searchParams.get("city_code") ?? "";
  const units = /^\d{2}$/.test(city_code)
    ? await shop.fulfilment.wards({ city_code })
    : await shop.fulfilment.provinces({});
  return units.map(({ code, full_name, also }) => {
    const others = also.filter((name) => !fold(full_name).includes(fold(name))); // typing ignores marks anyway
    return { value: code, text: full_name, hint: others.join(", ") };
  });
}
