/** The shop in this process, its site from the sources, so that each file is a module of its own. Without a port, and without the office. */
import { resolve } from "node:path";
import type { Site, SiteOptions } from "contract/site.ts";
import { openDatabase } from "server/database/sql.ts";
import { buildApp } from "server/http/app.ts";
import { mountSite, type SiteSource } from "server/http/site.ts";
import type { Config } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { announce } from "server/reactions.ts";
import { settings } from "server/settings.ts";
import { shopHandlers } from "server/shop.ts";
import { createServer } from "vite";

const WEB = resolve(import.meta.dirname, "../../web");

export async function openFromSources(url: string, config: Config) {
  const vite = await createServer({
    root: WEB,
    configFile: resolve(WEB, "vite.config.ts"),
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { site } = (await vite.ssrLoadModule("/server.ts")) as { site(options: SiteOptions): Site };
  const none = { files: async () => undefined };
  const source: SiteSource = {
    ...none,
    load: async (options) => site(options),
    office: {
      ...none,
      load: async () => ({ base: "/quan-tri", answer: async () => ({ status: 404, headers: {}, body: null }) }),
    },
  };
  const log = createLog({ level: "error", format: "text", to: process.stderr });
  const database = openDatabase(url, { max: 2 });
  const base = { sql: database.sql, config, log, announce, settings };
  const app = await buildApp({ base, handlers: shopHandlers });
  const mounted = await mountSite(app, { base, handlers: shopHandlers, url, source });
  return {
    app,
    base,
    site: mounted.site,
    async close() {
      await app.close();
      await mounted.listener.close();
      await database.close();
      await vite.close();
    },
  };
}
