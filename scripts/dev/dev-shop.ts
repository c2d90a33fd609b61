/**
 * The shop of `bin/dev`, in the process that dev.ts starts: as main.ts, but its site comes from the sources, through Vite's
 * development server in front of the same Fastify. A change under web/ or messages/ is in the next answer.
 */
import { resolve } from "node:path";
import type { Site, SiteOptions } from "contract/site.ts";
import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import { openShop } from "../../open.ts";

const WEB = resolve(import.meta.dirname, "../../web");

type Factory = (options: SiteOptions) => Site;

let vite: ViteDevServer | undefined;

/** The site of the sources as they are now: a change makes another, with an empty page cache. */
async function load(options: SiteOptions): Promise<Site> {
  let made: { by: Factory; site: Site } | undefined;
  const now = async () => {
    if (!vite) throw new Error("The site is asked before it is registered");
    const { site: by } = (await vite.ssrLoadModule("/server.ts")) as { site: Factory };
    if (made?.by !== by) made = { by, site: by(options) };
    return made.site;
  };
  return {
    stored: () => undefined,
    answer: async (...asked) => (await now()).answer(...asked),
    purge: (tags) => made?.site.purge(tags),
    cached: () => made?.site.cached() ?? { pages: 0, bytes: 0 },
  };
}

async function files(app: FastifyInstance): Promise<void> {
  const server = await createServer({
    root: WEB,
    configFile: resolve(WEB, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  vite = server;
  app.addHook("onRequest", (request, reply, done) => server.middlewares(request.raw, reply.raw, done));
  app.addHook("onClose", () => server.close());
}

await openShop({ load, files });
