const highest = 1_000_000; // what the calls take

/** The page of a list that an address asks for. What cannot be read as a number of a page is page 1. */
export function pageIn(search: URLSearchParams): number {
  const typed = search.get("page") ?? "";
  return /^\d{1,15}$/.test(typed) ? Math.min(Number(typed), highest) || 1 : 1;
}
