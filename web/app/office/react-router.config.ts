import { resolve } from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompress } from "../../plugins/precompressed.ts";

/** A second application of the same server, beside the storefront: its own manifest, chunks and sheet. */
export default {
  appDirectory: ".",
  basename: "/quan-tri",
  buildDirectory: resolve(import.meta.dirname, "../../build/office"),
  ssr: true,
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => precompress(resolve(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
