/**
 * Requests to other services, with caps on everything: time, size, and no redirect is followed. Addresses come from the
 * configuration, never from a caller. Never inside a transaction. rules/platform#outgoing-requests
 */
/** Without a time of its own. */
export const TOTAL_MS = 8_000;
const MAX_BYTES = 256 * 1024;

export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  timeout_ms?: number;
};
export type Answered = { status: number; text: string };

/** Rejects on a timeout, a redirect, or an answer that is too long. The caller judges the status. */
export async function ask(
  url: string,
  { method = "POST", headers = {}, body, timeout_ms = TOTAL_MS }: RequestOptions,
): Promise<Answered> {
  const signal = AbortSignal.timeout(timeout_ms);
  const answer = await fetch(url, { method, headers, redirect: "error", signal, ...(body !== undefined && { body }) });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`${new URL(url).host} answered more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return { status: answer.status, text: Buffer.concat(parts).toString("utf8") };
}

/** The answer as JSON, undefined when it is none. */
export function jsonIn({ text }: Answered): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller's schema refuses it
  }
}
