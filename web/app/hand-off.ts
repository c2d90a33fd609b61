/**
 * What a document hands over to the application: the data of its loaders as plain JSON, which the server writes fastest.
 * React Router reads a list in which every value stands once and names its parts by their places; the waking page makes
 * that list itself. Pinned with React Router 8.4.0 (vendor/turbo-stream-v2/unflatten.js). decisions/0160
 */
const place_of_null = -5;

/** Of an object; for `__reactRouterContext.stream`. */
export function handedOver(json: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const list: unknown[] = [0];
  const place = (value: unknown) => list.push(value) - 1;
  // Parts come before their whole, which then holds their places.
  JSON.parse(json, (_name, value) => {
    if (value === null) return place_of_null;
    if (typeof value !== "object" || Array.isArray(value)) return place(value);
    return place(Object.fromEntries(Object.entries(value).map(([name, part]) => [`_${place(name)}`, part])));
  });
  list[0] = list.pop(); // reading begins with the first
  return new Blob([JSON.stringify(list)]).stream();
}
