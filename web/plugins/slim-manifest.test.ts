import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { slimmed } from "./slim-manifest.ts";

const flags = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false, css: [] };

describe("the browser's copy of the route manifest", () => {
  it("has the build's entry of every route, without imports, and without routes that no page of the application asks for", () => {
    const page = { ...flags, hasAction: true, hasLoader: true, hasDefaultExport: true, hasErrorBoundary: false };
    const frame = { ...page, hasAction: false, hasLoader: false, hasErrorBoundary: true };
    const routes = {
      root: { ...frame, id: "root", path: "", module: "/assets/root.js", imports: ["/assets/a.js"] },
      frame: { ...frame, id: "frame", parentId: "root", module: "/assets/frame.js", imports: [] },
      faq: {
        ...page,
        id: "faq",
        parentId: "screens-default",
        path: "en?/ja?/faq",
        module: "/assets/faq.js",
        imports: ["x"],
      },
      news: { ...page, id: "news", parentId: "frame", path: "en?/ja?/tin-tuc", module: "/assets/news.js", imports: [] },
      data: {
        ...page,
        id: "data",
        path: "en?/ja?/-/data",
        hasDefaultExport: false,
        module: "/assets/data.js",
        imports: [],
      },
    };
    const robots = {
      ...page,
      id: "robots",
      path: "en?/ja?/robots.txt",
      hasDefaultExport: false,
      module: "r",
      imports: [],
    };
    const manifest = {
      entry: { module: "/assets/entry.js", imports: ["b"] },
      routes: { ...routes, robots },
      url: "/m.js",
      version: "1",
    };
    const window: Record<string, unknown> = {};
    runInNewContext(slimmed(structuredClone(manifest)), { window, Object });
    const read = JSON.parse(JSON.stringify(window.__reactRouterManifest)) as Pick<typeof manifest, "entry"> & {
      routes: typeof routes;
    };
    expect(read.entry).toEqual({ module: "/assets/entry.js", imports: [] });
    for (const [id, route] of Object.entries(routes)) {
      const module = id === "data" ? "" : route.module;
      expect(read.routes[id as keyof typeof routes]).toEqual({ ...route, imports: [], module });
    }
    expect(Object.keys(read.routes)).toEqual(Object.keys(routes));
  });
});
