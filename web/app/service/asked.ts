/** The first steps of a booking are in its address: nothing of a person, so that a reload and the way back keep them. */
import { type ServiceKind, serviceKinds } from "contract/service/service-words.ts";

export type Asked = {
  category: string;
  kind: ServiceKind | "";
  city: string;
  ward: string;
  day: string;
  card: string;
};

export function askedIn(url: URL): Asked {
  const at = (name: string, form: RegExp) => {
    const value = url.searchParams.get(name) ?? "";
    return form.test(value) ? value : "";
  };
  const kind = url.searchParams.get("kind");
  return {
    category: at("category", /^[a-z0-9-]{1,100}$/),
    kind: serviceKinds.find((each) => each === kind) ?? "",
    city: at("city", /^\d{2}$/),
    ward: at("ward", /^\d{5}$/),
    day: at("day", /^\d{4}-\d{2}-\d{2}$/),
    card: at("card", /^[\w-]{22}$/),
  };
}

export const queryOf = (asked: Asked): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
