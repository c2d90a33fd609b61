/** Pictures: /images/… (images.ts), and those of the first screens, rendered before the first request. */
import { join } from "node:path";
import { client } from "contract/call.ts";
import type { Contract } from "contract/contract.ts";
import { inProcess } from "../calls/handle.ts";
import type { RouteContext } from "../http/route-context.ts";
import type { Ahead } from "./ahead.ts";
import { imagesPlugin } from "./images.ts";
import { shownFirst } from "./shown-first.ts";

const ART = join(import.meta.dirname, "../../web/art");
/** Made with the site: scripts/build.ts. */
const BUILT_PICTURES = join(import.meta.dirname, "../../web/first-pictures/images");

export function mountPictures(context: RouteContext): void {
  const pictures = { data_dir: context.config.data_dir, art_dir: ART, built_dir: BUILT_PICTURES };
  context.app.register(imagesPlugin({ ...pictures, ahead: context.prerenderImages ? aheadOf(context) : undefined }));
}

function aheadOf({ app, table, systemCtx }: RouteContext): Ahead {
  let lastAskedMs = 0;
  app.addHook("onRequest", (_request, _reply, next) => {
    lastAskedMs = performance.now();
    next();
  });
  // The shop as an anonymous caller, in process.
  const shop = client<Contract>(inProcess(table, () => systemCtx("pictures", "vi")));
  return { wanted: () => shownFirst(shop), quiet_ms: () => performance.now() - lastAskedMs };
}
