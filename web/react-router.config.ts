import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // All routes are known from the start: no request asks for the next part of the map.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;
