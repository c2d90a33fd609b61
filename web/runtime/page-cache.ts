/**
 * Pages that are the same for everyone, cached in memory as they go over the wire. What must stay true:
 * a purged page is never sent; a page past `until` is never sent; one past its age is sent while one render replaces
 * it; simultaneous requests share one render; failures, personal pages and pages that set a cookie are not cached.
 * rules/site#caching; docs/decisions/0040-kept-pages.md
 */
import { hash } from "node:crypto";
import { addEncoding, type Bodies, compressBest, type Encoding } from "./encodings.ts";

export const FRESH_MS = 10 * 60 * 1000; // ASSUMED(0040): the age of a page
export const MISSING_FRESH_MS = 60 * 1000; // ASSUMED(0040): of a page that is not there
const DEFAULT_BYTES = 96 * 1024 * 1024; // decisions/0122: some six thousand pages as browsers take them
const OVERHEAD_BYTES = 1024; // key, headers, map entries
const WORTH_COMPRESSING = 16;
/** The share of the memory a partition may take: filtered lists and unknown URLs are endless, pages are not. */
const shares = { plain: 0.6, filtered: 0.35, missing: 0.05 } as const;
export type Partition = keyof typeof shares;

/** What rendering gives. It is cached only with `keep`. */
export type Rendered = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  keep: { tags: readonly string[]; until: number } | null;
};

export type Cached = {
  status: number;
  headers: Record<string, string>;
  /** Those that were requested. */
  bodies: Bodies;
  /** Of the text; each encoding adds its name. */
  etag: string;
  /** Its brotli body was compressed at the best level. */
  thorough?: boolean;
};

type Entry = Cached & {
  partition: Partition;
  tags: ReadonlySet<string>;
  stale_at: number;
  until: number;
  bytes: number;
  /** Times it was found; `WORTH_COMPRESSING` of them make it worth a better compression. */
  found: number;
  /** A client takes it uncompressed. */
  as_text: boolean;
};
type Render = () => Promise<Rendered>;
export type Ask = { key: string; partition: Partition; encoding?: Encoding };
export type PageCache = ReturnType<typeof pageCache>;

export function pageCache(options: { max_bytes?: number; now?: () => number } = {}) {
  const { max_bytes = DEFAULT_BYTES, now = Date.now } = options;
  /** Least recently used first. */
  const partitions = {
    plain: new Map<string, Entry>(),
    filtered: new Map<string, Entry>(),
    missing: new Map<string, Entry>(),
  };
  const bytes = { plain: 0, filtered: 0, missing: 0 };
  const rendering = new Map<string, Promise<Cached>>();
  /** Purges since the oldest pending render began; a render that shows something purged meanwhile is not cached. */
  let purges: { at: number; tags: ReadonlySet<string> }[] = [];
  let purgeCount = 0;
  let underWay = 0;

  function drop(partition: Partition, key: string): void {
    const entry = partitions[partition].get(key);
    if (!entry) return;
    partitions[partition].delete(key);
    bytes[partition] -= entry.bytes;
  }

  function keep(key: string, entry: Entry): void {
    const most = max_bytes * shares[entry.partition];
    for (const partition of ["plain", "filtered", "missing"] as const) drop(partition, key);
    if (entry.bytes > most) return;
    partitions[entry.partition].set(key, entry);
    bytes[entry.partition] += entry.bytes;
    makeRoom(entry.partition);
  }

  function makeRoom(partition: Partition): void {
    for (const oldest of partitions[partition].keys()) {
      if (bytes[partition] <= max_bytes * shares[partition]) break;
      drop(partition, oldest);
    }
  }

  /** Makes the requested encoding, once, and drops the text where no client reads it uncompressed. */
  async function encode(key: string, cached: Cached, encoding: Encoding = "identity"): Promise<Cached> {
    if (!cached.bodies[encoding] && cached.bodies.identity?.byteLength !== 0)
      await addEncoding(cached.bodies, encoding);
    const entry = entryAt(key, cached);
    if (!entry) return cached;
    entry.as_text ||= encoding === "identity";
    if (!entry.as_text && entry.bodies.br) delete entry.bodies.identity;
    weigh(key, entry);
    return cached;
  }

  async function compress(key: string, cached: Cached): Promise<void> {
    await compressBest(cached.bodies);
    cached.thorough = true;
    const entry = entryAt(key, cached);
    if (entry) weigh(key, entry);
  }

  /** The entry, if this page is still the cached one. */
  function entryAt(key: string, cached: Cached): Entry | undefined {
    for (const partition of Object.values(partitions)) if (partition.get(key) === cached) return partition.get(key);
  }

  function weigh(key: string, entry: Entry): void {
    const before = entry.bytes;
    entry.bytes = bytesOf(entry);
    bytes[entry.partition] += entry.bytes - before;
    if (entry.bytes > max_bytes * shares[entry.partition]) drop(entry.partition, key);
    else if (entry.bytes > before) makeRoom(entry.partition);
  }

  async function renderOnce(ask: Ask, render: Render): Promise<Cached> {
    const began = purgeCount;
    underWay += 1;
    try {
      const rendered = await render();
      const cached = cachedOf(rendered);
      const entry = rendered.keep && entryOf(ask.partition, rendered.keep, cached, now());
      if (!entry || purges.some((purge) => purge.at > began && concerns(purge.tags, entry))) return cached;
      keep(ask.key, entry);
      return entry;
    } finally {
      underWay -= 1;
      if (underWay === 0) purges = [];
    }
  }

  function shared(ask: Ask, render: Render): Promise<Cached> {
    const running = rendering.get(ask.key);
    if (running) return running;
    const result = renderOnce(ask, render).finally(() => {
      if (rendering.get(ask.key) === result) rendering.delete(ask.key);
    });
    rendering.set(ask.key, result);
    return result;
  }

  function find({ key, partition }: Ask): Entry | undefined {
    const entry = partitions[partition].get(key) ?? partitions.missing.get(key);
    if (!entry) return;
    partitions[entry.partition].delete(key);
    if (entry.until > now()) {
      partitions[entry.partition].set(key, entry);
      return entry;
    }
    bytes[entry.partition] -= entry.bytes;
  }

  return {
    /** The page, when it is cached, fresh and available in the requested encoding. */
    fresh(ask: Ask): Cached | undefined {
      const entry = find(ask);
      if (!entry || entry.stale_at <= now() || !entry.bodies[ask.encoding ?? "identity"]) return undefined;
      entry.found += 1;
      if (entry.found === WORTH_COMPRESSING && entry.bodies.br) compress(ask.key, entry).catch(() => undefined); // it has one
      return entry;
    },
    /**
     * The cached page, or one rendered now; simultaneous requests share the render. A page past its age is returned at
     * once and `onStaleFailure` gets the error of its replacement. Rejects when rendering does.
     */
    async get(ask: Ask, render: Render, onStaleFailure: (error: unknown) => void): Promise<Cached> {
      const entry = find(ask);
      if (!entry) return encode(ask.key, await shared(ask, render), ask.encoding);
      if (entry.stale_at <= now()) shared(ask, render).catch(onStaleFailure);
      return encode(ask.key, entry, ask.encoding);
    },
    purge(tags: readonly string[]): void {
      const wanted = new Set(tags);
      purgeCount += 1;
      if (underWay > 0) purges.push({ at: purgeCount, tags: wanted });
      rendering.clear(); // requests from now on need what is true now
      for (const partition of Object.keys(partitions) as Partition[]) {
        for (const [key, entry] of partitions[partition]) if (concerns(wanted, entry)) drop(partition, key);
      }
    },
    cached() {
      const pages = Object.values(partitions).reduce((sum, partition) => sum + partition.size, 0);
      return { pages, bytes: bytes.plain + bytes.filtered + bytes.missing };
    },
  };
}

/** A missing page may exist after any change: every purge drops the 404s. */
function concerns(tags: ReadonlySet<string>, entry: Entry): boolean {
  return tags.has("*") || entry.partition === "missing" || !tags.isDisjointFrom(entry.tags);
}

function entryOf(asked: Partition, { tags, until }: NonNullable<Rendered["keep"]>, cached: Cached, now: number): Entry {
  const partition = cached.status === 404 ? "missing" : asked;
  const staleAt = now + (partition === "missing" ? MISSING_FRESH_MS : FRESH_MS);
  const entry = {
    ...cached,
    partition,
    tags: new Set(tags),
    stale_at: staleAt,
    until,
    bytes: 0,
    found: 0,
    as_text: false,
  };
  return { ...entry, bytes: bytesOf(entry) };
}

function bytesOf({ bodies }: Cached): number {
  return OVERHEAD_BYTES + Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 0);
}

function cachedOf({ status, headers, body }: Rendered): Cached {
  const identity = typeof body === "string" ? Buffer.from(body) : body;
  return { status, headers, bodies: { identity }, etag: hash("sha1", identity, "base64url").slice(0, 22) };
}
