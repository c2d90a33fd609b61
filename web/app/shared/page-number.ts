const highest = 1_000_000; // limit of the calls

/** The page of a list in a URL. An unreadable number is page 1. */
export function pageIn(search: URLSearchParams): number {
  const typed = search.get("page") ?? "";
  return /^\d{1,15}$/.test(typed) ? Math.min(Number(typed), highest) || 1 : 1;
}
