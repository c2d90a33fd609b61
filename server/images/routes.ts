/** Images: /images/… (images.ts), and those of the first screens, pre-rendered while the shop is idle. */
import { join } from "node:path";
import { client } from "contract/client.ts";
import type { Contract } from "contract/contract.ts";
import { inProcess } from "../calls/handle.ts";
import type { RouteContext } from "../http/route-context.ts";
import { shownFirst } from "./first-images.ts";
import { imagesPlugin } from "./images.ts";
import type { Ahead } from "./prerender.ts";

const ART = join(import.meta.dirname, "../../web/art");
/** Rendered at the build: scripts/build.ts. */
const PRERENDERED = join(import.meta.dirname, "../../web/first-pictures/images");

export function mountImages(context: RouteContext): void {
  const options = { data_dir: context.config.data_dir, art_dir: ART, built_dir: PRERENDERED };
  context.app.register(imagesPlugin({ ...options, ahead: context.prerenderImages ? aheadOf(context) : undefined }));
}

function aheadOf({ app, handlers, systemCtx }: RouteContext): Ahead {
  let lastAskedMs = 0;
  app.addHook("onRequest", (_request, _reply, next) => {
    lastAskedMs = performance.now();
    next();
  });
  // The shop as an anonymous caller, in process.
  const shop = client<Contract>(inProcess(handlers, () => systemCtx("pictures", "vi")));
  return { wanted: () => shownFirst(shop), quiet_ms: () => performance.now() - lastAskedMs };
}
