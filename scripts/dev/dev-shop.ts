/**
 * The shop of `bin/dev`, in the process that dev.ts starts: as main.ts, but its site and its office come from the sources,
 * through Vite's development servers in front of the same Fastify. A change under web/ or messages/ is in the next answer.
 */
import { resolve } from "node:path";
import type { Office, OfficeOptions, Site, SiteOptions } from "contract/site.ts";
import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import { openShop } from "../../open.ts";

const WEB = resolve(import.meta.dirname, "../../web");

/**
 * An application of web/ by its folder and the export of its server.ts. `now` makes it of the sources as they are: a change
 * makes another, and what the one before it remembered is gone.
 */
function fromSources<Options, Application>(root: string, name: string) {
  let vite: ViteDevServer | undefined;
  let made: { by: (options: Options) => Application; application: Application } | undefined;
  return {
    made: () => made?.application,
    async now(options: Options): Promise<Application> {
      if (!vite) throw new Error(`The ${name} is asked before it is registered`);
      const module = (await vite.ssrLoadModule("/server.ts")) as Record<string, (options: Options) => Application>;
      const by = module[name];
      if (!by) throw new Error(`server.ts exports no ${name}`);
      if (made?.by !== by) made = { by, application: by(options) };
      return made.application;
    },
    async files(app: FastifyInstance): Promise<void> {
      const server = await createServer({
        root,
        configFile: resolve(root, "vite.config.ts"),
        appType: "custom",
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      vite = server;
      app.addHook("onRequest", (request, reply, done) => {
        const { url } = request.raw;
        server.middlewares(request.raw, reply.raw, () => {
          request.raw.url = url; // without the base of the application, Vite leaves it
          done();
        });
      });
      app.addHook("onClose", () => server.close());
    },
  };
}

const site = fromSources<SiteOptions, Site>(WEB, "site");
const office = fromSources<OfficeOptions, Office>(resolve(WEB, "app/office"), "office");

await openShop({
  files: site.files,
  load: async (options) => ({
    cachedAnswer: () => undefined,
    answer: async (...asked) => (await site.now(options)).answer(...asked),
    purge: (tags) => site.made()?.purge(tags),
    cached: () => site.made()?.cached() ?? { pages: 0, bytes: 0 },
  }),
  office: {
    files: office.files,
    load: async (options) => ({
      base: "/quan-tri",
      answer: async (...asked) => (await office.now(options)).answer(...asked),
    }),
  },
});
