/**
 * JSON of a provider with each number as the text of its digits, because a transaction number may be beyond 2^53, which a
 * JavaScript number would round. Never throws: undefined for what is no JSON.
 */
export function exactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
      typeof value === "number" ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined; // the caller treats it as unreadable
  }
}
