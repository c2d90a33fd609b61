/**
 * What search engines require of the schema.org objects the shop uses: which fields each type must have, and their
 * values. https://schema.org, https://developers.google.com/search/docs/appearance/structured-data, read 2026-11-21
 */
type Thing = Record<string, unknown>;
type Check = (value: unknown, thing: Thing) => string | undefined;

const text: Check = (value) => (typeof value === "string" && value.trim() !== "" ? undefined : "is no text");
const address: Check = (value) =>
  typeof value === "string" && /^https?:\/\/[^\s]+$/.test(value) ? undefined : "is no whole address";
const addresses: Check = (value) => {
  const list = Array.isArray(value) ? value : [value];
  return list.length === 0 ? "is empty" : list.map((each) => address(each, {})).find(Boolean);
};
const moment: Check = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) ? undefined : "is no time";
const clockTime: Check = (value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? undefined : "is no time of day");
const weekdays: Check = (value) =>
  [value].flat().every((day) => /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/.test(String(day)))
    ? undefined
    : "is no weekday";
const count: Check = (value) => (Number.isInteger(value) && Number(value) > 0 ? undefined : "is no whole number");
const thing =
  (...types: string[]): Check =>
  (value) =>
    isThing(value) && types.includes(String(value["@type"])) ? undefined : `is no ${types.join(" or ")}`;
const things =
  (type: string, least = 1): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least
      ? value.map((each) => thing(type)(each, {})).find(Boolean)
      : `has fewer than ${least}`;
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(String(value)) ? undefined : `is none of ${values.join(", ")}`;
const figure =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && value >= least && value <= most ? undefined : `is not within ${least} and ${most}`;

const named = "https://schema.org/";
const rules: Record<string, Record<string, Check>> = {
  Product: {
    name: text,
    description: text,
    sku: text,
    image: addresses,
    url: address,
    brand: thing("Brand"),
    offers: things("Offer"),
  },
  Brand: { name: text },
  Offer: {
    price: count,
    priceCurrency: oneOf("VND"),
    url: address,
    availability: oneOf(`${named}InStock`, `${named}OutOfStock`),
    itemCondition: oneOf(`${named}NewCondition`),
  },
  AggregateRating: { ratingValue: figure(1, 5), reviewCount: count },
  Review: { author: thing("Person"), reviewRating: thing("Rating"), reviewBody: text, datePublished: moment },
  Rating: { ratingValue: figure(1, 5) },
  BreadcrumbList: {
    itemListElement: (value) =>
      things("ListItem", 2)(value, {}) ??
      ((value as Thing[]).every((item, place) => item.position === place + 1) ? undefined : "is out of order"),
  },
  ListItem: { position: count, name: text, item: address },
  Organization: { name: text, url: address, logo: address },
  PostalAddress: {
    // Of a vacancy only the province is known.
    streetAddress: (value, { addressRegion }) => (value === undefined && addressRegion ? undefined : text(value, {})),
    addressCountry: oneOf("VN"),
  },
  MerchantReturnPolicy: { merchantReturnLink: address },
  WebSite: { name: text, url: address, potentialAction: thing("SearchAction") },
  SearchAction: { target: thing("EntryPoint"), "query-input": oneOf("required name=search_term_string") },
  EntryPoint: {
    urlTemplate: (value) =>
      address(value, {}) ?? (String(value).includes("{search_term_string}") ? undefined : "takes no words"),
  },
  Article: {
    headline: (value) => text(value, {}) ?? (String(value).length <= 110 ? undefined : "is longer than 110 letters"),
    image: addresses,
    datePublished: moment,
    dateModified: (value, { datePublished }) =>
      moment(value, {}) ?? (String(value) >= String(datePublished) ? undefined : "is before it was published"),
    author: thing("Person", "Organization"),
    publisher: thing("Organization"),
    mainEntityOfPage: address,
  },
  Person: { name: text },
  FAQPage: { mainEntity: things("Question") },
  Question: { name: text, acceptedAnswer: thing("Answer") },
  Answer: { text },
  JobPosting: {
    title: text,
    description: text,
    identifier: thing("PropertyValue"),
    datePosted: moment,
    validThrough: moment,
    employmentType: oneOf("FULL_TIME", "PART_TIME", "TEMPORARY", "INTERN"),
    hiringOrganization: thing("Organization"),
    jobLocation: thing("Place"),
  },
  PropertyValue: { name: text, value: text },
  Place: { address: thing("PostalAddress") },
  MonetaryAmount: { currency: oneOf("VND"), value: thing("QuantitativeValue") },
  QuantitativeValue: { minValue: count, maxValue: count, unitText: oneOf("MONTH") },
  Store: {
    ...{ name: text, address: thing("PostalAddress"), geo: thing("GeoCoordinates"), telephone: text },
    openingHoursSpecification: things("OpeningHoursSpecification"),
  },
  OpeningHoursSpecification: {
    opens: clockTime,
    closes: clockTime,
    // By weekday, or of days with hours of their own.
    dayOfWeek: (value, { validFrom }) => (value === undefined && validFrom ? undefined : weekdays(value, {})),
  },
  GeoCoordinates: { latitude: figure(8, 24), longitude: figure(102, 110) },
};
/** An author needs no postal address: only the shop's own object has all of it. */
const brief: Record<string, Record<string, Check>> = { author: { name: text }, publisher: {} };

/** One line per defect. */
export function problemsOf(value: unknown, path = ""): string[] {
  if (value === null || value === undefined || value === "") return [`${path} says nothing`];
  if (Array.isArray(value)) return value.flatMap((each, place) => problemsOf(each, `${path}[${place}]`));
  if (!isThing(value)) return [];
  const inner = Object.entries(value).flatMap(([key, each]) => problemsOf(each, `${path}.${key}`));
  const type = value["@type"];
  if (type === undefined) return "@id" in value ? inner : [`${path} has no type`, ...inner];
  const own = brief[path.split(".").at(-1) ?? ""] ?? rules[String(type)];
  if (!own) return [`${path} is of a kind nobody asked for: ${String(type)}`, ...inner];
  const broken = Object.entries(own).flatMap(([key, check]) => {
    const problem = check(value[key], value);
    return problem ? [`${path}.${key} ${problem}`] : [];
  });
  return [...broken, ...inner];
}

function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
