import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { bootScript } from "./boot-script.ts";
import { precompressed } from "./precompressed.ts";

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [tailwindcss(), reactRouter(), bootScript(), precompressed()],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  // The server's half is one file with everything in it but Node itself: it starts fast and needs no node_modules.
  ssr: { noExternal: true },
  environments: { ssr: { build: { rolldownOptions: { input: "./server.ts" } } } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // data: addresses would need a hole in the content policy
    modulePreload: { polyfill: false },
  },
}));
