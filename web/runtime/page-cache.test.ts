import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Cached, FRESH_MS, MISSING_FRESH_MS, pageCache, type Rendered } from "./page-cache.ts";

const home = { key: "/", partition: "plain" } as const;
const quiet = (error: unknown) => {
  throw error;
};

function page(body: string, more: Partial<Rendered> = {}): Rendered {
  const caching = { tags: ["product:a"], until: Number.POSITIVE_INFINITY };
  return { status: 200, headers: { "content-type": "text/html" }, body, caching, ...more };
}

/** A page whose renders are counted and answered by hand. */
function stage() {
  const waiting: { done: (rendered: Rendered) => void; fail: (error: Error) => void }[] = [];
  const render = () => new Promise<Rendered>((done, fail) => waiting.push({ done, fail }));
  return { waiting, render };
}

async function text(cached: Promise<Cached>): Promise<string> {
  return Buffer.from((await cached).bodies.identity ?? []).toString();
}

function clock() {
  let at = 1_000_000;
  return { now: () => at, pass: (milliseconds: number) => (at += milliseconds) };
}

describe("simultaneous requests share one render", () => {
  it("500 shoppers on one uncached page: one render, one text", async () => {
    const { waiting, render } = stage();
    const cache = pageCache();
    const shoppers = Array.from({ length: 500 }, () => text(cache.get(home, render, quiet)));
    expect(waiting).toHaveLength(1);
    waiting[0]?.done(page("one"));
    expect(new Set(await Promise.all(shoppers))).toEqual(new Set(["one"]));
    expect(await text(cache.get(home, render, quiet))).toBe("one");
    expect(waiting).toHaveLength(1);
  });

  it("a failed render is not cached: the next request renders again", async () => {
    const { waiting, render } = stage();
    const cache = pageCache();
    const unlucky = Array.from({ length: 3 }, () => cache.get(home, render, quiet));
    waiting[0]?.fail(new Error("the database is away"));
    for (const { status } of await Promise.allSettled(unlucky)) expect(status).toBe("rejected");
    const next = text(cache.get(home, render, quiet));
    waiting[1]?.done(page("there again"));
    expect(await next).toBe("there again");
  });

  it("an uncacheable page is rendered for each request", async () => {
    const cache = pageCache();
    let made = 0;
    const render = async () => page(`number ${++made}`, { caching: null });
    expect(await text(cache.get(home, render, quiet))).toBe("number 1");
    expect(await text(cache.get(home, render, quiet))).toBe("number 2");
    expect(cache.cached().pages).toBe(0);
  });
});

describe("stale pages are never sent", () => {
  it("a purged page is gone at once, and only the pages with the tag are", async () => {
    const cache = pageCache();
    const other = { key: "/b", partition: "plain" } as const;
    await cache.get(home, async () => page("old"), quiet);
    await cache.get(other, async () => page("other", { caching: { tags: ["product:b"], until: Infinity } }), quiet);
    cache.purge(["product:a"]);
    expect(cache.fresh(home)).toBeUndefined();
    expect(cache.fresh(other)).toBeDefined();
    expect(await text(cache.get(home, async () => page("new"), quiet))).toBe("new");
  });

  it("a price that changes during a render: no later request gets the old one", async () => {
    const { waiting, render } = stage();
    const cache = pageCache();
    const before = text(cache.get(home, render, quiet));
    cache.purge(["product:a"]);
    const after = text(cache.get(home, render, quiet));
    expect(waiting).toHaveLength(2);
    waiting[0]?.done(page("old price"));
    await before;
    expect(cache.fresh(home)).toBeUndefined();
    waiting[1]?.done(page("new price"));
    expect(await after).toBe("new price");
    expect(Buffer.from(cache.fresh(home)?.bodies.identity ?? []).toString()).toBe("new price");
  });

  it("the old render that ends last does not win", async () => {
    const { waiting, render } = stage();
    const cache = pageCache();
    const before = text(cache.get(home, render, quiet));
    cache.purge(["product:a"]);
    const after = text(cache.get(home, render, quiet));
    waiting[1]?.done(page("new price"));
    await after;
    waiting[0]?.done(page("old price"));
    await before;
    expect(Buffer.from(cache.fresh(home)?.bodies.identity ?? []).toString()).toBe("new price");
  });

  it("after `until` the page is not sent, not even while another is rendered", async () => {
    const { now, pass } = clock();
    const cache = pageCache({ now });
    const caching = { tags: [], until: now() + 1_000 };
    await cache.get(home, async () => page("flash price", { caching }), quiet);
    expect(cache.fresh(home)).toBeDefined();
    pass(1_000);
    expect(cache.fresh(home)).toBeUndefined();
    expect(await text(cache.get(home, async () => page("usual price"), quiet))).toBe("usual price");
  });

  it("a page past its age is sent at once while one other is rendered", async () => {
    const { now, pass } = clock();
    const { waiting, render } = stage();
    const cache = pageCache({ now });
    await cache.get(home, async () => page("old"), quiet);
    pass(FRESH_MS);
    expect(cache.fresh(home)).toBeUndefined();
    const shoppers = await Promise.all(Array.from({ length: 50 }, () => text(cache.get(home, render, quiet))));
    expect(new Set(shoppers)).toEqual(new Set(["old"]));
    expect(waiting).toHaveLength(1);
    waiting[0]?.done(page("new"));
    await expect.poll(() => Buffer.from(cache.fresh(home)?.bodies.identity ?? []).toString()).toBe("new");
  });

  it("a failed replacement is reported, and the old page goes on", async () => {
    const { now, pass } = clock();
    const cache = pageCache({ now });
    await cache.get(home, async () => page("old"), quiet);
    pass(FRESH_MS);
    const heard: unknown[] = [];
    const failing = async () => {
      throw new Error("the database is away");
    };
    expect(await text(cache.get(home, failing, (error) => heard.push(error)))).toBe("old");
    await expect.poll(() => heard).toHaveLength(1);
    expect(await text(cache.get(home, failing, (error) => heard.push(error)))).toBe("old");
  });

  it("`*` drops everything, as maintenance needs", async () => {
    const cache = pageCache();
    await cache.get(home, async () => page("open"), quiet);
    cache.purge(["*"]);
    expect(cache.cached()).toEqual({ pages: 0, bytes: 0 });
  });
});

describe("a 404 page", () => {
  const lost = { key: "/san-pham/x/y", partition: "plain" } as const;
  const missing = async () => page("not here", { status: 404 });

  it("is cached for a minute", async () => {
    const { now, pass } = clock();
    const cache = pageCache({ now });
    await cache.get(lost, missing, quiet);
    expect(cache.fresh(lost)?.status).toBe(404);
    pass(MISSING_FRESH_MS);
    expect(cache.fresh(lost)).toBeUndefined();
  });

  it("is dropped by any purge, because the change may have added the page", async () => {
    const cache = pageCache();
    await cache.get(lost, missing, quiet);
    cache.purge(["category:new"]);
    expect(cache.fresh(lost)).toBeUndefined();
  });

  it("cannot evict existing pages, however many 404s are requested", async () => {
    const cache = pageCache({ max_bytes: 1024 * 1024 });
    await cache.get(home, async () => page("here"), quiet);
    for (let each = 0; each < 500; each++) {
      await cache.get({ key: `/san-pham/x/${each}`, partition: "plain" }, missing, quiet);
    }
    expect(cache.fresh(home)).toBeDefined();
    expect(cache.cached().bytes).toBeLessThanOrEqual(1024 * 1024);
  });

  it("is replaced by the page once it exists", async () => {
    const { now, pass } = clock();
    const cache = pageCache({ now });
    await cache.get(lost, missing, quiet);
    pass(MISSING_FRESH_MS);
    await cache.get(lost, async () => page("found"), quiet);
    await expect.poll(() => cache.fresh(lost)?.status).toBe(200);
    expect(cache.cached().pages).toBe(1);
  });
});

describe("memory", () => {
  it("the least recently used pages go first, and filtered lists never evict pages without filters", async () => {
    const cache = pageCache({ max_bytes: 40 * 1024 });
    await cache.get(home, async () => page("home"), quiet);
    for (let each = 0; each < 100; each++) {
      const body = `${each}`.padEnd(1_000);
      await cache.get({ key: `/san-pham?page=${each}`, partition: "filtered" }, async () => page(body), quiet);
      expect(cache.cached().bytes).toBeLessThanOrEqual(40 * 1024);
    }
    expect(cache.fresh(home)).toBeDefined();
    expect(cache.fresh({ key: "/san-pham?page=99", partition: "filtered" })).toBeDefined();
    expect(cache.fresh({ key: "/san-pham?page=0", partition: "filtered" })).toBeUndefined();
  });

  it("a page larger than its share is sent and not cached", async () => {
    const cache = pageCache({ max_bytes: 10 * 1024 });
    const body = "x".repeat(20 * 1024);
    expect(await text(cache.get(home, async () => page(body), quiet))).toBe(body);
    expect(cache.cached().pages).toBe(0);
  });
});

describe("encodings", () => {
  const body = "Nồi cơm điện ".repeat(100);
  const br = { ...home, encoding: "br" } as const;
  const gzip = { ...home, encoding: "gzip" } as const;
  const once = async () => page(body);

  it("hold the same text, whichever comes first, with the same tag", async () => {
    const cache = pageCache();
    const one = await cache.get(br, once, quiet);
    expect(brotliDecompressSync(one.bodies.br ?? "").toString()).toBe(body);
    const same = await cache.get(gzip, once, quiet);
    expect(gunzipSync(same.bodies.gzip ?? "").toString()).toBe(body);
    expect(await text(cache.get(home, once, quiet))).toBe(body);
    const other = await pageCache().get(home, once, quiet);
    expect(one.etag).toBe(other.etag);
  });

  it("are made once for simultaneous requests", async () => {
    const cache = pageCache();
    const bodies = await Promise.all(Array.from({ length: 100 }, () => cache.get(br, once, quiet)));
    expect(new Set(bodies.map((cached) => cached.bodies.br)).size).toBe(1);
  });

  it("are never sent before they are complete", async () => {
    const cache = pageCache();
    await cache.get(home, once, quiet);
    expect(cache.fresh(br)).toBeUndefined();
    await cache.get(br, once, quiet);
    expect(cache.fresh(br)?.bodies.br).toBeDefined();
  });

  it("replace the text where no client reads it uncompressed, so that more pages fit", async () => {
    const cache = pageCache();
    await cache.get(home, once, quiet);
    const asText = cache.cached().bytes;
    cache.purge(["*"]);
    await cache.get(br, once, quiet);
    expect(cache.cached().bytes).toBeLessThan(asText);
    for (let each = 0; each < 20; each++) cache.fresh(br);
    await expect.poll(() => cache.fresh(br)?.is_best_compressed).toBe(true);
    expect(brotliDecompressSync(cache.fresh(br)?.bodies.br ?? "").toString()).toBe(body);
    expect(await text(cache.get(home, once, quiet))).toBe(body);
  });
});
