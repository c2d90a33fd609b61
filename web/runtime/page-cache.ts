/**
 * Caches pages that are the same for everyone, in memory and as they are sent. What must stay true: a purged page is never
 * sent; a page past `until` is never sent; a stale page is sent while one render replaces it; simultaneous requests share one
 * render; failures, personal pages and pages that set a cookie are not cached.
 * rules/site#caching; docs/decisions/0040-kept-pages.md
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { addEncoding, type Bodies, compressBest, type Encoding } from "./encodings.ts";

export const FRESH_MS = 10 * 60 * 1000; // ASSUMED(0040): after this time a page is stale
export const MISSING_FRESH_MS = 60 * 1000; // ASSUMED(0040): the same for a 404
const DEFAULT_BYTES = 96 * 1024 * 1024; // decisions/0122: some six thousand compressed pages
const OVERHEAD_BYTES = 1024; // key, headers, map entries
const HITS_TO_COMPRESS_BEST = 16;
/** The share of the memory for each partition: there are endless filtered lists and unknown URLs, but not pages. */
const PARTITION_SHARES = { plain: 0.6, filtered: 0.35, missing: 0.05 } as const;
export type Partition = keyof typeof PARTITION_SHARES;

/** A rendered page. It is cached only with `caching`. */
export type Rendered = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  caching: { tags: readonly string[]; until: number } | null;
};

export type Cached = {
  status: number;
  headers: Record<string, string>;
  /** The bodies in the encodings requested so far. */
  bodies: Bodies;
  /** A hash of the text; each encoding adds its name. */
  etag: string;
  /** Its brotli body was compressed at the best level. */
  is_best_compressed?: boolean;
};

type Entry = Cached & {
  partition: Partition;
  tags: ReadonlySet<string>;
  stale_at: number;
  until: number;
  /** How often it was sent from the cache; at `HITS_TO_COMPRESS_BEST` it is compressed again. */
  hits: number;
  /** A client has requested it uncompressed. */
  needs_identity: boolean;
};
type Render = () => Promise<Rendered>;
export type Ask = { key: string; partition: Partition; encoding?: Encoding };
export type PageCache = ReturnType<typeof pageCache>;

export function pageCache(options: { max_bytes?: number; now?: () => number } = {}) {
  const { max_bytes = DEFAULT_BYTES, now = Date.now } = options;
  // The LRU cache gets no ages: a stale page is still sent once, and tests have a clock of their own.
  const partition = (share: number) =>
    new LRUCache<string, Entry>({ maxSize: Math.max(1, Math.floor(max_bytes * share)) });
  const partitions = {
    plain: partition(PARTITION_SHARES.plain),
    filtered: partition(PARTITION_SHARES.filtered),
    missing: partition(PARTITION_SHARES.missing),
  };
  const rendering = new Map<string, Promise<Cached>>();
  /** Purges since the oldest pending render began; a render that shows something purged meanwhile is not cached. */
  let purges: { at: number; tags: ReadonlySet<string> }[] = [];
  let purgeCount = 0;
  let pendingRenders = 0;

  /** Stores an entry, or stores it again with its new size. An entry too large for its partition is not cached. */
  function store(key: string, entry: Entry): void {
    for (const partition of Object.values(partitions)) partition.delete(key);
    partitions[entry.partition].set(key, entry, { size: bytesOf(entry) });
  }

  /** Adds the requested encoding, and drops the text while no client requests it uncompressed. */
  async function encode(key: string, cached: Cached, encoding: Encoding = "identity"): Promise<Cached> {
    if (!cached.bodies[encoding] && cached.bodies.identity?.byteLength !== 0)
      await addEncoding(cached.bodies, encoding);
    const entry = entryAt(key, cached);
    if (!entry) return cached;
    entry.needs_identity ||= encoding === "identity";
    if (!entry.needs_identity && entry.bodies.br) delete entry.bodies.identity;
    store(key, entry);
    return cached;
  }

  async function compress(key: string, cached: Cached): Promise<void> {
    await compressBest(cached.bodies);
    cached.is_best_compressed = true;
    const entry = entryAt(key, cached);
    if (entry) store(key, entry);
  }

  /** The entry, if this page is still the cached one. */
  function entryAt(key: string, cached: Cached): Entry | undefined {
    const found = Object.values(partitions).map((partition) => partition.peek(key));
    return found.find((entry) => entry === cached);
  }

  async function renderOnce(ask: Ask, render: Render): Promise<Cached> {
    const began = purgeCount;
    pendingRenders += 1;
    try {
      const rendered = await render();
      const cached = cachedOf(rendered);
      const entry = rendered.caching && entryOf(ask.partition, rendered.caching, cached, now());
      if (!entry || purges.some((purge) => purge.at > began && isAffected(purge.tags, entry))) return cached;
      store(ask.key, entry);
      return entry;
    } finally {
      pendingRenders -= 1;
      if (pendingRenders === 0) purges = [];
    }
  }

  function coalesce(ask: Ask, render: Render): Promise<Cached> {
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
    if (!entry || entry.until > now()) return entry;
    partitions[entry.partition].delete(key);
  }

  return {
    /** The page, when it is cached, fresh and available in the requested encoding. */
    fresh(ask: Ask): Cached | undefined {
      const entry = find(ask);
      if (!entry || entry.stale_at <= now() || !entry.bodies[ask.encoding ?? "identity"]) return undefined;
      entry.hits += 1;
      if (entry.hits === HITS_TO_COMPRESS_BEST && entry.bodies.br) compress(ask.key, entry).catch(() => undefined); // the quick compression remains
      return entry;
    },
    /**
     * The cached page, or one rendered now; simultaneous requests share the render. A stale page is returned at once, and
     * `onStaleFailure` gets the error if the render that replaces it fails. Rejects when rendering fails.
     */
    async get(ask: Ask, render: Render, onStaleFailure: (error: unknown) => void): Promise<Cached> {
      const entry = find(ask);
      if (!entry) return encode(ask.key, await coalesce(ask, render), ask.encoding);
      if (entry.stale_at <= now()) coalesce(ask, render).catch(onStaleFailure);
      return encode(ask.key, entry, ask.encoding);
    },
    purge(tags: readonly string[]): void {
      const wanted = new Set(tags);
      purgeCount += 1;
      if (pendingRenders > 0) purges.push({ at: purgeCount, tags: wanted });
      rendering.clear(); // requests from now on must not share a render that began before
      for (const partition of Object.values(partitions)) {
        for (const [key, entry] of [...partition.entries()]) if (isAffected(wanted, entry)) partition.delete(key);
      }
    },
    cached() {
      const all = Object.values(partitions);
      const pages = all.reduce((sum, { size }) => sum + size, 0);
      return { pages, bytes: all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0) };
    },
  };
}

/** A missing page may exist after any change: every purge drops the 404s. */
function isAffected(tags: ReadonlySet<string>, entry: Entry): boolean {
  return tags.has("*") || entry.partition === "missing" || !tags.isDisjointFrom(entry.tags);
}

function entryOf(
  requested: Partition,
  { tags, until }: NonNullable<Rendered["caching"]>,
  cached: Cached,
  now: number,
): Entry {
  const partition = cached.status === 404 ? "missing" : requested;
  const staleAt = now + (partition === "missing" ? MISSING_FRESH_MS : FRESH_MS);
  return {
    ...cached,
    partition,
    tags: new Set(tags),
    stale_at: staleAt,
    until,
    hits: 0,
    needs_identity: false,
  };
}

function bytesOf({ bodies }: Cached): number {
  return OVERHEAD_BYTES + Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 0);
}

function cachedOf({ status, headers, body }: Rendered): Cached {
  const identity = typeof body === "string" ? Buffer.from(body) : body;
  return { status, headers, bodies: { identity }, etag: hash("sha1", identity, "base64url").slice(0, 22) };
}
