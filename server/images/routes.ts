/** Mounts /images/… (images.ts); the images of the first screens are rendered while the shop is idle. */
import { join } from "node:path";
import { client } from "contract/client.ts";
import type { Contract } from "contract/contract.ts";
import { inProcess } from "../calls/handle.ts";
import type { RouteContext } from "../http/route-context.ts";
import { firstImagesOf } from "./first-images.ts";
import { imagesPlugin } from "./images.ts";
import type { PrerenderOptions } from "./prerender.ts";

const ART = join(import.meta.dirname, "../../web/art");
/** Rendered at the build: scripts/build.ts. */
const PRERENDERED = join(import.meta.dirname, "../../web/first-pictures/images");

export function mountImages(context: RouteContext): void {
  const options = { data_dir: context.config.data_dir, art_dir: ART, built_dir: PRERENDERED };
  context.app.register(
    imagesPlugin({ ...options, prerender: context.prerenderImages ? prerenderOptions(context) : undefined }),
  );
}

function prerenderOptions({ app, handlers, systemCtx }: RouteContext): PrerenderOptions {
  let lastRequestMs = 0;
  app.addHook("onRequest", (_request, _reply, next) => {
    lastRequestMs = performance.now();
    next();
  });
  // The shop as an anonymous caller, in process.
  const shop = client<Contract>(inProcess(handlers, () => systemCtx("pictures", "vi")));
  return { wanted: () => firstImagesOf(shop), idle_ms: () => performance.now() - lastRequestMs };
}
