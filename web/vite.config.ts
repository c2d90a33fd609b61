import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { bundleTrim } from "./plugins/bundle-trim.ts";
import { callRoutes } from "./plugins/call-routes.ts";
import { fieldRules } from "./plugins/field-rules.ts";
import { inlineScripts } from "./plugins/inline-scripts.ts";
import { messagesByUse } from "./plugins/messages-by-use.ts";
import { serverOnly } from "./plugins/server-only.ts";

/** Loaded with the screens that use them, each in a file of its own, though several do. */
const alone =
  /(?:inputs|choices|field|combobox|pagination|prose|key-values|empty-state|product-card|product-rows|card-rail|post-tile|amount-rows|ordered-line|chip|accordion|cached-fragment|rail|tabs|meter|countdown|otp-input|password-input|copy-button|note|small-thumb|status-badge|hidden|checked-form|owner-proof|problem|captcha-step|more-styles|steps|method-cards|contact-fields|address-fields|address-section|method-choices|fullscreen)\.tsx|\/(?:phone|order-states|image-size|public-code|form-focus|forms|prepaid|prepaid-rows|amount-rows|code-slots|empty-picture|text|field-\w+|password|tax-code|text-of)\.ts$|\/contract\/(?:service|chat|warranty|loyalty|surveys|promotions)\/|\/styles\/(?:book|codes|members|reading|paying|talking)\.css|\/web\/app\/(?:identity|account|notifications|fulfilment|orders|pages|recruitment|reviews|chat|service|warranty|loyalty|surveys|partners|stores)\//;

// A page hydrates with a handful of files, not with one per module: the libraries, and what most screens share.
const groups = [
  { name: "libraries", test: /node_modules/, priority: 2 },
  {
    name: "shared",
    test: (id: string) => /\/(?:contract|messages|web\/app)\//.test(id) && !alone.test(id),
    minShareCount: 4,
    priority: 1,
  },
  // Loaded by what sends a call, and by no page before that.
  {
    name: "browser-shop",
    test: /call-routes$|\/contract\/client\.ts$|\/navigation\/browser-(?:shop|calls)\.ts$/,
    priority: 2,
  },
  // Small, and loaded by a product page together.
  { name: "product-parts", test: /\/catalogue\/product\/product-data\.ts$|\/ui\/fields\/quantity\.tsx$/, priority: 2 },
  // Addresses of pictures that only forms of payment show.
  { name: "payment-art", test: /\/art\/payment\//, priority: 2 },
  // What every hydrated page loads: a file each would add headers.
  {
    name: "frame",
    test: /\/web\/app\/(?:navigation\/(?:data-strategy|router|last-submission|offline|links|pending)\.tsx?$|app-shell\.tsx$|hydration\/lazy\.tsx$|ui\/(?:overlays\/progress-bar|text\/note)\.tsx$|system\/(?:error-screen|fallback-page|not-found-block|request-id)\.tsx?$)|virtual:messages\/buying$|\/web\/app\/layouts\/(?:screen|default)\.tsx$/,
    priority: 1,
  },
];

/** Seven characters of a hash, beside a name, are enough, and no compression shortens them: every page has the names of all. */
const fileNames = { entryFileNames: "assets/[name]-[hash:7].js", chunkFileNames: "assets/[name]-[hash:7].js" };

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [reactRouter(), inlineScripts(), messagesByUse(), fieldRules(), callRoutes(), serverOnly(), bundleTrim()],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  // The built server's half is one file with everything in it but Node itself: it starts fast and needs no node_modules.
  ssr: { noExternal: command === "build" ? true : undefined },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, ...fileNames } } } },
    ssr: { build: { rolldownOptions: { input: "./server.ts" } } },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // data: URLs would need an exception in the content policy
    modulePreload: false, // the page's plan names every file,
  },
}));
