/**
 * Pages that are the same for everyone, kept in memory as they go over the wire. What must stay true:
 * a purged page is never sent; a page past `until` is never sent; one past its age is sent while one render replaces
 * it; a page is rendered once however many ask; what failed, what is personal and what sets a cookie is not kept.
 * House decision 14; stack.md trap 10; facts: reliability H5, H6. docs/decisions/0040-kept-pages.md
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

export const fresh_ms = 10 * 60 * 1000; // ASSUMED(0040): the age of a page
export const missing_fresh_ms = 60 * 1000; // ASSUMED(0040): of a page that is not there
const default_bytes = 192 * 1024 * 1024;
const overhead_bytes = 1024; // key, headers, map entries
/** How much of the memory a shelf may take: lists with filters and unknown addresses are endless, pages are not. */
const shares = { plain: 0.6, filtered: 0.35, missing: 0.05 } as const;
export type Shelf = keyof typeof shares;

/** What rendering gives. Only with `keep` is it kept. */
export type Rendered = {
  status: number;
  headers: Record<string, string>;
  body: string;
  keep: { tags: readonly string[]; until: number } | null;
};

export type Encoding = "br" | "gzip" | "identity";
export type Kept = {
  status: number;
  headers: Record<string, string>;
  bodies: Record<Encoding, Uint8Array>;
  /** Of the text; each encoding adds its name. */
  etag: string;
};

type Entry = Kept & { shelf: Shelf; tags: ReadonlySet<string>; stale_at: number; until: number; bytes: number };
type Render = () => Promise<Rendered>;
export type Ask = { key: string; shelf: Shelf };
export type PageCache = ReturnType<typeof pageCache>;

export function pageCache(options: { max_bytes?: number; now?: () => number } = {}) {
  const { max_bytes = default_bytes, now = Date.now } = options;
  /** Least recently asked for first. */
  const shelves = {
    plain: new Map<string, Entry>(),
    filtered: new Map<string, Entry>(),
    missing: new Map<string, Entry>(),
  };
  const bytes = { plain: 0, filtered: 0, missing: 0 };
  const rendering = new Map<string, Promise<Kept>>();
  /** Purges since the oldest render under way began; a render that shows something purged meanwhile is not kept. */
  let purges: { at: number; tags: ReadonlySet<string> }[] = [];
  let purge_count = 0;
  let under_way = 0;

  function drop(shelf: Shelf, key: string): void {
    const entry = shelves[shelf].get(key);
    if (!entry) return;
    shelves[shelf].delete(key);
    bytes[shelf] -= entry.bytes;
  }

  function keep(key: string, entry: Entry): void {
    const most = max_bytes * shares[entry.shelf];
    for (const shelf of ["plain", "filtered", "missing"] as const) drop(shelf, key);
    if (entry.bytes > most) return;
    shelves[entry.shelf].set(key, entry);
    bytes[entry.shelf] += entry.bytes;
    for (const oldest of shelves[entry.shelf].keys()) {
      if (bytes[entry.shelf] <= most) break;
      drop(entry.shelf, oldest);
    }
  }

  async function renderOnce(ask: Ask, render: Render): Promise<Kept> {
    const began = purge_count;
    under_way += 1;
    try {
      const rendered = await render();
      const kept = await encoded(rendered);
      const entry = rendered.keep && entryOf(ask.shelf, rendered.status, rendered.keep, kept, now());
      if (entry && !purges.some((purge) => purge.at > began && concerns(purge.tags, entry))) keep(ask.key, entry);
      return kept;
    } finally {
      under_way -= 1;
      if (under_way === 0) purges = [];
    }
  }

  function shared(ask: Ask, render: Render): Promise<Kept> {
    const running = rendering.get(ask.key);
    if (running) return running;
    const result = renderOnce(ask, render).finally(() => {
      if (rendering.get(ask.key) === result) rendering.delete(ask.key);
    });
    rendering.set(ask.key, result);
    return result;
  }

  function find({ key, shelf }: Ask): Entry | undefined {
    const entry = shelves[shelf].get(key) ?? shelves.missing.get(key);
    if (!entry) return;
    shelves[entry.shelf].delete(key);
    if (entry.until > now()) {
      shelves[entry.shelf].set(key, entry);
      return entry;
    }
    bytes[entry.shelf] -= entry.bytes;
  }

  return {
    /** The page, when it is kept and fresh. */
    fresh(ask: Ask): Kept | undefined {
      const entry = find(ask);
      return entry && entry.stale_at > now() ? entry : undefined;
    },
    /**
     * The kept page, or one rendered now; those who ask meanwhile share the render. A page past its age is given at
     * once and `onStale` hears how its replacement fared. Rejects when rendering does.
     */
    async get(ask: Ask, render: Render, onStaleFailure: (error: unknown) => void): Promise<Kept> {
      const entry = find(ask);
      if (!entry) return shared(ask, render);
      if (entry.stale_at <= now()) shared(ask, render).catch(onStaleFailure);
      return entry;
    },
    purge(tags: readonly string[]): void {
      const wanted = new Set(tags);
      purge_count += 1;
      if (under_way > 0) purges.push({ at: purge_count, tags: wanted });
      rendering.clear(); // whoever comes from now on wants what is true now
      for (const shelf of Object.keys(shelves) as Shelf[]) {
        for (const [key, entry] of shelves[shelf]) if (concerns(wanted, entry)) drop(shelf, key);
      }
    },
    kept() {
      const pages = Object.values(shelves).reduce((sum, shelf) => sum + shelf.size, 0);
      return { pages, bytes: bytes.plain + bytes.filtered + bytes.missing };
    },
  };
}

/** What is not there may be there after any change: every purge drops the missing ones. */
function concerns(tags: ReadonlySet<string>, entry: Entry): boolean {
  return tags.has("*") || entry.shelf === "missing" || !tags.isDisjointFrom(entry.tags);
}

function entryOf(
  asked: Shelf,
  status: number,
  { tags, until }: NonNullable<Rendered["keep"]>,
  kept: Kept,
  now: number,
) {
  const shelf = status === 404 ? "missing" : asked;
  const bytes = overhead_bytes + Object.values(kept.bodies).reduce((sum, body) => sum + body.byteLength, 0);
  const stale_at = now + (shelf === "missing" ? missing_fresh_ms : fresh_ms);
  return { ...kept, shelf, tags: new Set(tags), stale_at, until, bytes } satisfies Entry;
}

async function encoded({ status, headers, body }: Rendered): Promise<Kept> {
  const identity = Buffer.from(body);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength };
  const [br, gz] = await Promise.all([brotlied(identity, { params: quality }), gzipped(identity, { level: 6 })]);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status, headers, bodies: { br, gzip: gz, identity }, etag };
}
