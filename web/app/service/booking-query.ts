/** The first steps of a booking are in its address: nothing of a person, so that a reload and the way back keep them. */
import { type ServiceKind, serviceKinds } from "contract/service/service-words.ts";

export type BookingQuery = {
  category_slug: string;
  kind: ServiceKind | "";
  city_code: string;
  ward_code: string;
  day: string;
  warranty_id: string;
};

export function askedIn(url: URL): BookingQuery {
  const at = (name: string, form: RegExp) => {
    const value = url.searchParams.get(name) ?? "";
    return form.test(value) ? value : "";
  };
  const kind = url.searchParams.get("kind");
  return {
    category_slug: at("category_slug", /^[a-z0-9-]{1,100}$/),
    kind: serviceKinds.find((each) => each === kind) ?? "",
    city_code: at("city_code", /^\d{2}$/),
    ward_code: at("ward_code", /^\d{5}$/),
    day: at("day", /^\d{4}-\d{2}-\d{2}$/),
    warranty_id: at("warranty_id", /^[\w-]{22}$/),
  };
}

export const queryOf = (asked: BookingQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
