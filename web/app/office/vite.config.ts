import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { officeMessages } from "../../plugins/office-messages.ts";

/** Schemas belong to the server: a screen names fields by the types of their call. */
const forbidden = /\/node_modules\/zod\//;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: "/quan-tri/",
  publicDir: false,
  plugins: [
    reactRouter(),
    officeMessages(),
    {
      name: "no-schemas-in-the-browser",
      applyToEnvironment: (environment) => environment.name === "client",
      buildEnd(error) {
        const found = error ? [] : [...this.getModuleIds()].filter((id) => forbidden.test(id));
        const ours = found.flatMap((id) => this.getModuleInfo(id)?.importers ?? []).filter((id) => !forbidden.test(id));
        if (found.length > 0) this.error(`zod would reach the browser; import types only from ${ours.join(", ")}`);
      },
    },
  ],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  // As the storefront's half: one file with everything in it but Node itself.
  ssr: { noExternal: command === "build" ? true : undefined },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: "libraries", test: /node_modules/, priority: 2 }] } },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: "./server.ts" } } },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // data: URLs would need an exception in the content policy
    modulePreload: false,
  },
}));
