/** Every request both ways, with the bytes as they were on the wire. In memory; the oldest are given up. */

type LogEntry = {
  n: number;
  /** Wall clock, ISO. */
  at: string;
  direction: "in" | "out";
  vendor: string;
  ref: string;
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Base64 of the raw bytes, and the same as text. */
  body_base64: string;
  body: string;
  /** Of a request that came in. */
  signature: "valid" | "invalid" | "none";
  /** The reply; status 0 where there was none. */
  status: number;
  reply: string;
  /** What the vendor made of it. */
  verdict: string;
};

export type Log = {
  add(entry: Omit<LogEntry, "n" | "at">): void;
  entries(): readonly LogEntry[];
  clear(): void;
};
const MAX_ENTRIES = 5_000;

export function createLog(wall: () => number): Log {
  let entries: LogEntry[] = [];
  let count = 0;
  return {
    add: (entry) => {
      count += 1;
      entries.push({ n: count, at: new Date(wall()).toISOString(), ...entry });
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES / 2);
    },
    entries: () => entries,
    clear: () => {
      entries = [];
    },
  };
}
