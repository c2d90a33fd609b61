import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompress } from "./plugins/precompressed.ts";
import { slimManifest } from "./plugins/slim-manifest.ts";

export default {
  appDirectory: "app",
  ssr: true,
  // All routes are known from the start: no request loads more of the manifest.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, "client");
    slimManifest(folder);
    precompress(folder);
  },
} satisfies Config;
